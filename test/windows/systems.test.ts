import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { serveApp, untilIdle } from '../support/served-app.ts';
import { FolderOnWindows } from './folder-on-windows.ts';
import { removeFolder, ServerOnWindows } from './server-on-windows.ts';
import { eventually, PATIENCE_MS } from './until.ts';
import { onThisMachine } from './windows-program.ts';

const DATA = 'C:\\users\\wine\\travelled data';
const SOURCE = 'C:\\Made on Linux';

let server: ServerOnWindows;
let docs: FolderOnWindows;

/** Makes the data folder on Linux, with a library that has programs in it. The id of the library. */
async function makeOnLinux(): Promise<string> {
  removeFolder(DATA);
  removeFolder(SOURCE);
  const source = onThisMachine(SOURCE);
  mkdirSync(join(source, 'dir'), { recursive: true });
  writeFileSync(join(source, 'plain.txt'), 'plain');
  for (const name of ['run.sh', 'dir/tool']) {
    writeFileSync(join(source, name), '#!/bin/sh\n');
    chmodSync(join(source, name), 0o755);
  }
  const { client, stop } = await serveApp(onThisMachine(DATA));
  const { id, library_id } = await client.call('POST folders/', { path: source });
  await untilIdle(client, PATIENCE_MS);
  await client.call('DELETE folders/:folder_id/', { folder_id: id });
  await stop();
  return library_id;
}

beforeAll(async () => {
  const library = await makeOnLinux();
  server = await ServerOnWindows.start(DATA);
  docs = await FolderOnWindows.link(server, 'C:\\From Linux', { library });
});

describe('a data folder that was made on Linux, on Windows', () => {
  test('gives its files to a linked folder', async () => {
    await eventually(() => docs.names()).toEqual(['dir', 'plain.txt', 'run.sh']);
    expect(docs.names('dir')).toEqual(['tool']);
  });

  test('has no trouble with a change beside a program', async () => {
    await docs.upload('/dir/new.txt', 'new');
    await eventually(() => docs.has('dir/new.txt')).toBe(true);
    await docs.caughtUp();
    expect(await docs.state()).toMatchObject({ problems: [], pending: 0 });
  });

  test('saves a program that is changed', async () => {
    docs.write('run.sh', '#!/bin/sh\necho changed on Windows\n');
    await eventually(() => docs.textInLibrary('/run.sh')).toContain('changed on Windows');
  });

  test('goes back to Linux, where its programs are programs', async () => {
    await server.end();
    const { client, stop } = await serveApp(onThisMachine(DATA));
    const programsIn = async (path: string) => {
      const wanted = { library_id: docs.libraryId, path };
      const { entries } = await client.call('GET libraries/:library_id/entries/', wanted);
      return entries.filter(({ executable }) => executable).map(({ name }) => name);
    };
    expect([await programsIn('/'), await programsIn('/dir')]).toEqual([['run.sh'], ['tool']]);
    await stop();
  });
});
