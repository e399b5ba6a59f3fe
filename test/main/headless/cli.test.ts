import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EntryJson } from '../../../src-shared/contents-api.ts';
import type { LinkedFolderJson } from '../../../src-shared/folders-api.ts';
import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import { filesBelow, temporaryDataFolder } from '../../support/disk-store.ts';
import { gitAnswer, isGitHere } from '../../support/git.ts';
import { STOPPED_CODE } from '../../support/process-ends.ts';
import { useApp } from '../../support/running-app.ts';
import { serveApp } from '../../support/served-app.ts';
import { typedCommand } from '../../support/typed-command.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 30_000 });

const IDLE_WITHIN_MS = 20_000;

let folder: ReturnType<typeof temporaryDataFolder>;

beforeEach(() => {
  folder = temporaryDataFolder();
});
afterEach(() => folder.remove());

/** Runs the command line as somebody types it in `folder`. */
const typed = (dataDir: string, ...words: string[]) => typedCommand({ dataDir, folder: folder.path }, words);

const piped = (input: string, dataDir: string, ...words: string[]) =>
  typedCommand({ dataDir, folder: folder.path, input }, words);

const app = useApp();
const run = (...words: string[]) => typed(app().dataDir, ...words);

/** The value that a command answers with `--json`. */
async function json<T>(...words: string[]): Promise<T> {
  const { code, out, err } = await run(...words, '--json');
  if (code !== 0) throw new Error(`${words.join(' ')}: ${code} ${err}`);
  return JSON.parse(out) as T;
}

const libraries = () => json<LocalLibraryJson[]>('library', 'list');

async function untilIdle(path: string): Promise<LinkedFolderJson> {
  return vi.waitFor(
    async () => {
      const found = await json<LinkedFolderJson>('folder', 'status', path);
      if (found.state !== 'idle' || found.pending > 0) throw new Error(`busy: ${JSON.stringify(found)}`);
      return found;
    },
    { timeout: IDLE_WITHIN_MS, interval: 100 },
  );
}

async function exportsHistory(library: string): Promise<void> {
  const to = join(folder.path, 'history');
  const { code, out } = await run('export', library, '--to', 'history', '--with-history');
  expect({ code, out }).toEqual({
    code: 0,
    out: `Wrote 3 versions to the git repository ${to}; "git log" there shows them.\n`,
  });
  expect(gitAnswer(to, 'show', 'main~1:a.txt', 'main:a.txt')).toBe('firstsecond, longer');
  expect(readFileSync(join(to, 'a.txt'), 'utf8')).toBe('second, longer');
  const again = await run('export', library, '--to', 'history', '--with-history');
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('with something in it') });
  const both = await run('export', library, '--to', 'x', '--with-history', '--at', 'a'.repeat(40));
  expect(both).toMatchObject({
    code: 2,
    err: '--with-history writes every version: leave out --at.\n',
  });
}

describe('the command line', () => {
  it('says what runs where', async () => {
    const { code, out } = await run('status');
    expect(code).toBe(0);
    expect(out).toContain(`at ${app().url}`);
    expect(out).toContain(`Data folder ${app().dataDir}`);
    expect(await json('status')).toMatchObject({ address: app().url, data_dir: app().dataDir });
  });

  it('prints an address that signs in once', async () => {
    const { code, out } = await run('sign-in');
    const [, address, secret] = /^(.*)\/#\/sign-in\?code=([0-9a-f]{32})\n$/.exec(out) ?? [];
    expect([code, address]).toEqual([0, app().url]);
    const open = () => app().call('POST', '/api/local/v1/session/', { json: { code: secret } });
    expect([(await open()).status, (await open()).status]).toEqual([200, 400]);
    expect(await json('sign-in')).toEqual({
      address: expect.stringContaining(`${app().url}/#/sign-in?code=`),
      ...{ expires_in: 900, is_desktop: false },
    });
  });

  it('shows help when nothing is asked, and with a fault for what it does not know', async () => {
    const help = await run();
    expect(help).toMatchObject({ code: 0, err: '' });
    expect(help.out).toContain('library create <name>');
    expect(await run('dance')).toMatchObject({
      ...{ code: 2, out: '' },
      err: "Unknown command 'dance'. --help says what there is.\n",
    });
    expect(await run('library')).toMatchObject({
      ...{ code: 2, out: '' },
      err: expect.stringContaining('library delete <name|id>'),
    });
  });

  it.each([
    [['bogus', '--help'], "Unknown command 'bogus'."],
    [['library', 'bogus', '--help'], "Unknown command 'bogus'."],
    [['library', 'create'], 'Usage: library create <name>'],
    [['library', 'create', 'a', 'b'], 'Usage: library create <name>'],
    [['library', 'delete', 'No such library', '--yes'], 'There is no library "No such library".'],
    [['folder', 'remove', '/no/such/folder', '--yes'], 'There is no linked folder "/no/such/folder".'],
    [['status', '--unknown'], "Unknown option '--unknown'"],
    [['log', 'Any', '--limit'], '--limit'],
    [['export', 'Any', '--to', '--with-history'], "Option '--to <dir>' needs a value; write --to=… for one"],
    [['folder', 'add', 'x', '--library', 'Any', '--new-library', 'Other'], 'leave out --new-library'],
  ])('ends with 2 and a word of help for %j', async (words, help) => {
    const { code, out, err } = await run(...words);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(help);
  });

  it('tells programs of a refusal in JSON', async () => {
    const { code, out, err } = await run('library', 'create', 'a/b', '--json');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(JSON.parse(err)).toEqual({ error_code: 'name-invalid', error_msg: expect.any(String) });
  });
});

describe('libraries on the command line', () => {
  it('are made, listed and deleted', async () => {
    const made = await json<LocalLibraryJson & { repo_id: string }>(
      ...['library', 'create', 'Papers', '--description', 'All of them'],
    );
    expect(made).toMatchObject({ name: 'Papers', description: 'All of them', repo_id: made.id });
    expect((await run('library', 'list')).out).toContain(`${made.id}  Papers`);
    expect(await run('library', 'delete', 'Papers', '--yes')).toMatchObject({ code: 0 });
    expect((await libraries()).map(({ id }) => id)).not.toContain(made.id);
  });

  it('are deleted only when it is said twice', async () => {
    const made = await json<LocalLibraryJson>('library', 'create', 'Precious');
    await app().addUser('bea@example.com');
    const share = { kind: 'user', id: 'bea@example.com', permission: 'r' };
    await app().call('PUT', `/api/local/v1/libraries/${made.id}/shares/`, {
      ...{ token: app().adminToken, json: share },
    });
    const refused = await run('library', 'delete', 'Precious');
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('Add --yes to do it, or --dry-run to look first.');
    const looked = await run('library', 'delete', made.id, '--dry-run');
    expect(looked).toMatchObject({ code: 0, out: expect.stringContaining('Would move "Precious"') });
    expect(looked.out).toContain('Until it is restored, these cannot reach it: bea.');
    expect((await libraries()).map(({ id }) => id)).toContain(made.id);
  });

  it('of one name are told apart by their id', async () => {
    const [first, second] = [
      await json<LocalLibraryJson>('library', 'create', 'Twin'),
      await json<LocalLibraryJson>('library', 'create', 'Twin'),
    ];
    const refused = await run('library', 'delete', 'Twin', '--yes');
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('2 libraries are called "Twin"') });
    expect(await run('library', 'delete', first.id, '--yes')).toMatchObject({ code: 0 });
    expect((await libraries()).map(({ id }) => id)).toContain(second.id);
  });
});

describe('a folder on the command line', () => {
  it('is linked, looked after, restored from, exported and unlinked', async () => {
    const root = join(folder.path, 'Photos');
    mkdirSync(root);
    writeFileSync(join(root, 'a.txt'), 'first');
    const { folder_id: folderId, repo_id: libraryId } = await json<{ folder_id: string; repo_id: string }>(
      ...['folder', 'add', 'Photos'],
    );
    mkdirSync(join(folder.path, 'Inbox'));
    await json('folder', 'add', 'Inbox', '--new-library', 'Letters');
    expect((await libraries()).map(({ name }) => name)).toContain('Letters');
    expect(await run('folder', 'remove', join(folder.path, 'Inbox'), '--yes')).toMatchObject({ code: 0 });
    const folders = await json<LinkedFolderJson[]>('folder', 'list');
    expect(folders).toMatchObject([{ id: folderId, library_id: libraryId, path: root }]);
    expect(await untilIdle(root)).toMatchObject({ file_count: 1, problems: [] });
    const [before] = await json<{ id: string }[]>('log', 'Photos', '--limit', '1');

    writeFileSync(join(root, 'a.txt'), 'second, longer');
    await json('folder', 'rescan', folderId);
    await untilIdle(root);
    const commits = await json<{ id: string }[]>('log', 'Photos', '--path', '/a.txt');
    expect(commits.map(({ id }) => id)).toContain(before?.id);
    expect(commits).toHaveLength(2);

    expect((await run('ls', 'Photos')).out).toMatch(/^14 bytes {2}\S+Z {2}a\.txt\n$/);
    const earlier = await json<EntryJson[]>('ls', 'Photos', '/', '--at', before?.id ?? '');
    expect(earlier).toMatchObject([{ name: 'a.txt', size: 5 }]);
    expect(await run('ls', 'Photos', '/gone')).toMatchObject({ code: 1, out: '' });

    const restore = ['restore', 'Photos', '/a.txt', '--at', before?.id ?? ''];
    expect(await run(...restore, '--dry-run')).toMatchObject({
      code: 0,
      out: 'Would restore /a.txt, 1 file (5 bytes), in place of the file there; nothing was changed.\n',
    });
    expect(await run(...restore, '--dry-run', '--to', 'restored')).toMatchObject({ code: 2 });
    expect(await json('log', 'Photos', '--path', '/a.txt')).toHaveLength(2);
    expect(await run(...restore, '--to', 'restored')).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder.path, 'restored', 'a.txt'), 'utf8')).toBe('first');
    const occupied = await run(...restore, '--to', 'restored');
    expect(occupied).toMatchObject({ code: 1, out: '' });

    expect(await run('export', 'Photos', '--to', 'exported')).toMatchObject({
      code: 0,
      out: `Wrote 1 file (14 bytes) to ${join(folder.path, 'exported')}.\n`,
    });
    expect(filesBelow(join(folder.path, 'exported'))).toEqual(['a.txt']);
    if (isGitHere) await exportsHistory('Photos');

    expect(await run('folder', 'remove', root)).toMatchObject({ code: 2 });
    expect(await run('folder', 'remove', root, '--dry-run')).toMatchObject({ code: 0 });
    expect(await json('folder', 'list')).toHaveLength(1);
    expect(await run('folder', 'remove', root, '--yes')).toMatchObject({ code: 0 });
    expect(await json('folder', 'list')).toEqual([]);
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('second, longer');
    expect((await libraries()).map(({ id }) => id)).toContain(libraryId);
  });
});

describe('people on the command line', () => {
  it('are added, and have a token that works', async () => {
    const added = await run(
      'user',
      'add',
      'carla@example.com',
      '--password',
      'long enough now',
      '--name',
      'Carla',
    );
    expect(added).toMatchObject({ code: 0, out: 'Added carla@example.com.\n' });
    const { out: token } = await run('token', 'create', '--user', 'carla@example.com');
    const account = await app().call('GET', '/api2/account/info/', { token: token.trim() });
    expect(account.json).toMatchObject({ email: 'carla@example.com', name: 'Carla' });
    const own = await json<{ email: string; token: string }>('token', 'create');
    expect(own.email).toBe('admin@example.com');
    const script = await json<{ token: string }>('token', 'create', '--device', 'nightly script');
    expect(script.token).not.toBe(own.token);
    const { json: known } = await app().call('GET', '/api/local/v1/devices/', { token: script.token });
    expect(known).toMatchObject({ devices: [{ name: 'nightly script' }] });
    const again = ['user', 'add', 'carla@example.com', '--password'];
    expect(await run(...again, 'long enough now')).toMatchObject({ code: 1 });
    expect(await run(...again, 'abc')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Take a password of at least 12 characters.\n'),
    });
    expect(await run('user', 'add', 'carla', '--password', 'long enough now')).toMatchObject({
      code: 1,
      err: expect.stringContaining('“carla” is no e-mail address. One looks like anna@example.org'),
    });
    expect(added.err).toBe(
      'A password on the command line can be read by every account of this computer: add --password-stdin and pipe it in.\n',
    );
  });

  it('are added with a password that is piped in, and not without one', async () => {
    const words = ['user', 'add', 'dora@example.com'];
    expect(await run(...words)).toMatchObject({
      code: 2,
      err: 'Type the password on a terminal, or add --password-stdin and pipe it in.\n',
    });
    const added = await piped('piped in, long\n', app().dataDir, ...words, '--password-stdin');
    expect(added).toMatchObject({ code: 0, out: 'Added dora@example.com.\n' });
    expect(await app().signIn('dora@example.com', 'piped in, long')).toMatch(/^[0-9a-f]{40}$/);
  });
});

describe('a check on the command line', () => {
  it('asks the instance that runs', async () => {
    expect(await run('check', '--full')).toMatchObject({ code: 0, out: expect.stringMatching(/^Sound: /) });
    expect(await json('check', '--full')).toMatchObject({ sound: true, full: true });
  });

  it('is done without an instance, and ends with 1 for damage', async () => {
    const dataDir = join(folder.path, 'data');
    const served = await serveApp(dataDir);
    const library = await served.client.call('POST libraries/', { name: 'Papers' });
    expect(await served.stop()).toBe(STOPPED_CODE);
    expect(await typed(dataDir, 'check', '--full')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Sound: 1 libraries, 1 commits/),
    });
    rmSync(join(dataDir, 'storage', library.id), { recursive: true });
    expect(await typed(dataDir, 'check', '--full')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^Damaged /),
    });
  });

  it('is the only thing that can be done then: the rest ends with 6', async () => {
    const dataDir = join(folder.path, 'nothing');
    const { code, out, err } = await typed(dataDir, 'status');
    expect({ code, out }).toEqual({ code: 6, out: '' });
    expect(err).toContain(`No Keepfold runs on ${dataDir}.`);
  });

  it('sends nothing to a stranger that has the port and process number of an instance that was killed', async () => {
    const dataDir = join(folder.path, 'data');
    const served = await serveApp(dataDir);
    await served.kill();
    const asked: string[] = [];
    const stranger = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.end('{}');
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const { port } = stranger.address() as AddressInfo;
    const record = { url: `http://127.0.0.1:${port}`, pid: process.pid };
    writeFileSync(join(dataDir, 'instance.json'), JSON.stringify(record));
    const words = ['folder', 'unlock', folder.path, '--password-stdin'];
    expect(await typed(dataDir, 'status')).toMatchObject({ code: 6, out: '' });
    expect(await typed(dataDir, ...words)).toMatchObject({ code: 6, out: '' });
    expect(await typed(dataDir, 'check')).toMatchObject({ code: 0, out: expect.stringMatching(/^Sound: /) });
    expect(asked).toEqual([]);
    await new Promise((resolve) => stranger.close(resolve));
  });

  it('ends with 3 for a data folder that cannot be used', async () => {
    writeFileSync(join(folder.path, 'file'), '');
    expect(await typed(join(folder.path, 'file', 'data'), 'check')).toMatchObject({ code: 3 });
  });
});
