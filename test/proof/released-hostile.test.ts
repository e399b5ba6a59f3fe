import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLocalClient, type LocalClient } from '../../src-main/headless/local-client.ts';
import type { LocalLibraryJson } from '../../src-shared/libraries-api.ts';
import { memoryOf } from '../support/attacks/bystander.ts';
import { MOST_MEMORY_BYTES } from '../support/attacks/unharmed.ts';
import { killLeftServers, runServer, type ServerRun } from '../support/server-run.ts';

const FIXTURE = join(import.meta.dirname, '../fixtures/released/hostile-0.1.0.tar.gz');
const CLI = join(import.meta.dirname, '../../src-main/headless/cli.ts');
const WITHIN_MS = 60_000;
const run = promisify(execFile);

/** What the data folder holds, all of it Mallory's and shared with everybody, but for Costly. */
const SHARED = ['Folders', 'Names', 'Sizes', 'Texts', 'Times', 'Words'];

let place: string;
let dataDir: string;
let server: ServerRun;
/** Nora, to whom all of it is shared. */
let nora: LocalClient;
let token: string;

async function signIn(email: string, password: string): Promise<string> {
  const body = new URLSearchParams({ username: email, password });
  const answer = await fetch(new URL('/api2/auth-token/', server.url), { method: 'POST', body });
  return ((await answer.json()) as { token: string }).token;
}

async function librariesOf(client: LocalClient): Promise<readonly LocalLibraryJson[]> {
  return (await client.call('GET libraries/')).libraries;
}

async function idOf(name: string): Promise<string> {
  const library = (await librariesOf(nora)).find((each) => each.name === name);
  if (library === undefined) throw new Error(`there is no ${name}`);
  return library.id;
}

const cli = (...args: string[]) => run(process.execPath, [CLI, ...args, '--data-dir', dataDir]);
const recovery = (...args: string[]) =>
  run(process.execPath, [join(dataDir, 'restore-without-keepfold.mjs'), ...args]);

afterAll(killLeftServers);

describe('a data folder of version 0.1.0 into which somebody pushed what is not true', () => {
  beforeEach(async () => {
    place = mkdtempSync(join(tmpdir(), 'keepfold-released-'));
    dataDir = join(place, 'data');
    execFileSync('mkdir', [dataDir]);
    execFileSync('tar', ['-xzf', FIXTURE, '-C', dataDir]);
    server = await runServer(dataDir);
    token = await signIn('nora@example.com', 'nora-secret');
    nora = createLocalClient({ url: server.url, token });
  }, WITHIN_MS);

  afterEach(async () => {
    if (!server.hasEnded()) await server.kill();
    rmSync(place, { recursive: true, force: true });
  });

  it('opens all pages for those it is shared with', { timeout: WITHIN_MS }, async () => {
    const libraries = await librariesOf(nora);
    expect(libraries.map(({ name }) => name).sort()).toEqual(SHARED);
    for (const { id } of libraries) {
      const library = { library_id: id };
      await nora.call('GET libraries/:library_id/', library);
      await nora.call('GET libraries/:library_id/entries/', { ...library, path: '/' });
      await nora.call('GET libraries/:library_id/history/', library);
      await nora.call('GET libraries/:library_id/trash/', library);
      await nora.call('GET libraries/:library_id/moments/', library);
      await nora.call('GET libraries/:library_id/history/activity/', library);
    }
    await nora.call('GET recent-changes/');
    await nora.call('GET change-log/');
    await nora.call('GET trash/');
    await nora.call('GET conflicts/');
    await nora.call('GET sharing/received/');
    const times = { library_id: await idOf('Times'), path: '/' };
    const { entries } = await nora.call('GET libraries/:library_id/entries/', times);
    for (const { mtime } of entries) expect(() => new Date(mtime * 1_000).toISOString()).not.toThrow();
  });

  it('finds texts, and takes no memory for it', { timeout: WITHIN_MS }, async () => {
    const before = memoryOf(server.pid);
    let most = before;
    const deadline = Date.now() + WITHIN_MS / 2;
    for (;;) {
      most = Math.max(most, memoryOf(server.pid));
      const { results } = await nora.call('GET search/', { q: 'marzipan', in: 'text' });
      if (results.length > 0) break;
      if (Date.now() > deadline) throw new Error('the text was never found');
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(most - before).toBeLessThan(MOST_MEMORY_BYTES);
  });

  it('sends exactly what a file holds, whatever its row says', { timeout: WITHIN_MS }, async () => {
    const id = await idOf('Sizes');
    const download = async (path: string) => {
      const headers = { Authorization: `Token ${token}` };
      const link = await fetch(new URL(`/api2/repos/${id}/file/?p=${path}`, server.url), { headers });
      const answer = await fetch((await link.json()) as string);
      const length = Number(answer.headers.get('content-length'));
      return { status: answer.status, length, bytes: await answer.bytes() };
    };
    const less = await download('/less.html');
    expect(less.length).toBe(less.bytes.length);
    expect(less.bytes.length).toBeGreaterThan(40_000);
    expect((await download('/more.txt')).bytes.length).toBe(27);
    expect((await download('/huge.txt')).bytes.length).toBe(1);
    // Damaged is damaged, whoever did it: not a byte of it is sent.
    expect((await download('/object.txt')).status).toBe(500);
  });

  it('is listed, searched and exported by the command line', { timeout: WITHIN_MS }, async () => {
    for (const name of SHARED) {
      const id = await idOf(name);
      for (const command of [
        ['ls', id],
        ['log', id],
        ['search', 'txt', '--library', id],
      ]) {
        const { stdout } = await cli(...command);
        expect(stdout).not.toMatch(/(?!\n)\p{Cc}|\p{Bidi_Control}/u);
      }
    }
    await cli('export', await idOf('Times'), '--to', join(place, 'times'));
    await cli('export', await idOf('Names'), '--to', join(place, 'names')).catch(() => undefined);
    const outside = execFileSync('find', [
      place,
      '-name',
      '*evil*',
      '-not',
      '-path',
      `${join(place, 'names')}/*`,
    ]);
    expect(String(outside)).toBe('');
  });

  it('is read by the tool that needs no Keepfold', { timeout: WITHIN_MS }, async () => {
    expect(await server.stop()).toBe(0);
    const { stdout } = await recovery('list');
    for (const name of [...SHARED, 'Costly']) expect(stdout).toContain(name);
    for (const name of SHARED) await recovery('commits', name);
    await recovery('restore', 'Times', join(place, 'times'));
  });

  it('is checked: what is not true is named apart from what cannot be read', {
    timeout: WITHIN_MS,
  }, async () => {
    const admin = server.client;
    const report = await admin.call('POST check/', { full: true });
    // Files whose blocks are not as long as they say: nobody can download them.
    expect(new Set(report.problems.map(({ reason }) => reason))).toEqual(new Set(['size-differs']));
    const told = report.untrue.map(({ path, reason }) => `${reason} ${path}`);
    for (const each of ['time /future.txt', 'time /past.txt', 'size /less.html', 'size /more.txt', 'time '])
      expect(told).toContain(each);
    expect(told.filter((each) => each.startsWith('path-too-long '))).toHaveLength(1);
  });

  it('can be left, deleted and cleaned up', { timeout: WITHIN_MS }, async () => {
    const headers = { Authorization: `Token ${token}` };
    const times = await idOf('Times');
    const left = await fetch(
      new URL(`/api2/beshared-repos/${times}/?share_type=personal&from=mallory@example.com`, server.url),
      {
        method: 'DELETE',
        headers,
      },
    );
    expect(left.status).toBe(200);
    expect((await librariesOf(nora)).map(({ name }) => name)).not.toContain('Times');

    const mallory = createLocalClient({
      url: server.url,
      token: await signIn('mallory@example.com', 'mallory-secret'),
    });
    for (const { id } of await librariesOf(mallory))
      await mallory.call('DELETE libraries/:library_id/', { library_id: id });
    const { libraries } = await mallory.call('GET deleted-libraries/');
    expect(libraries.map(({ name }) => name).sort()).toEqual(['Costly', ...SHARED]);
    for (const { id } of libraries)
      await mallory.call('DELETE deleted-libraries/:library_id/', { library_id: id });
    expect(await server.stop()).toBe(0);
    await cli('check', '--full');
  });
});
