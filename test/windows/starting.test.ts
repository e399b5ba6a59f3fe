import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { other } from './other.ts';
import { cli, DATA, removeFolder, ServerOnWindows, sharedServer, startServer } from './server-on-windows.ts';
import { onThisMachine, startScript } from './windows-program.ts';

const ELSEWHERE = 'C:\\elsewhere';

describe('a server on Windows', () => {
  test('runs in the Node of Windows', async () => {
    expect(await other('platform')).toBe(`win32 ${process.version}`);
  });

  test('answers', async () => {
    const { client } = await sharedServer();
    expect(await client.call('GET status/')).toMatchObject({ data_dir: DATA });
  });

  test('says nothing of a data folder within the user folder', async () => {
    expect((await sharedServer()).errors()).not.toContain('icacls');
  });

  test('warns of a data folder elsewhere, which other accounts may read', async () => {
    removeFolder(ELSEWHERE);
    const server = await ServerOnWindows.start(ELSEWHERE);
    expect(server.errors()).toContain('icacls');
    await server.end();
  });

  test('does not start twice on one data folder, and ends with 4', async () => {
    await sharedServer();
    const second = startServer(DATA);
    expect(await second.ended).toBe(4);
    expect(second.errors()).toContain('is in use by the Keepfold at');
  });

  test('ends with 5 where another program listens', async () => {
    const { port } = new URL((await sharedServer()).url);
    expect(await startServer(ELSEWHERE, ['--port', port]).ended).toBe(5);
  });

  test('ends with 2 for an option that makes no sense', async () => {
    expect(await startServer(ELSEWHERE, ['--port', 'x']).ended).toBe(2);
  });

  test('ends with 3 where the data folder cannot be', async () => {
    writeFileSync(onThisMachine('C:\\a file'), 'text');
    expect(await startServer('C:\\a file\\data').ended).toBe(3);
  });

  test('answers a request that is too large before the connection ends', async () => {
    const { url } = await sharedServer();
    expect(await other('post', `${url}/api2/auth-token/`, 3 * 1024 * 1024)).toBe(413);
  });

  // Ctrl+Break and a console that is closed end the same way; Wine has neither.
  test('stops cleanly on Ctrl+C', async () => {
    removeFolder(ELSEWHERE);
    const console = startScript('test/windows/console-program.ts', [ELSEWHERE]);
    expect(await console.ended).toBe(0);
    expect(console.output()).toContain('the server ended with 0');
    expect((await cli(['check', '--full'], ELSEWHERE)).code).toBe(0);
  });
});
