import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { hashesBelow, writeLargeFile, writeMixedFiles } from '../support/mixed-files.ts';
import { proofSize } from '../support/proof-size.ts';
import { hasRclone, killLeftRclones, type Rclone, setUpRclone } from '../support/rclone.ts';
import { killLeftServers, runServer, type ServerRun } from '../support/server-run.ts';

/** rclone 1.60 makes ten calls a second at most, two a file, so that several of them share the work. */
const HANDS = proofSize({ ci: 3, long: 8 });
const FILES = proofSize({ ci: 60, long: 5_000 });
const FILES_ENCRYPTED = proofSize({ ci: 45, long: 1_000 });
const LARGE_BYTES = proofSize({ ci: 12, long: 200 }) * 1_000_000;
const DEADLINE_MS = proofSize({ ci: 5, long: 60 }) * 60_000;

const ADMIN = { user: 'admin@example.com', secret: { password: 'admin-secret' } };
const LIBRARY_KEY = 'secret of the library';

/** What `lsjson` says about an item. */
interface ListedItem {
  readonly Path: string;
  readonly Size: number;
  readonly IsDir: boolean;
  readonly ID: string;
}

let scratch = '';
let server: ServerRun;
let rclone: Rclone;
let userToken = '';

async function call(method: string, path: string, form?: Record<string, string>): Promise<unknown> {
  const response = await fetch(new URL(path, server.url), {
    method,
    headers: { Authorization: `Token ${userToken}` },
    ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

/** A folder of its own for what a test reads and writes. */
async function newFolder(name: string): Promise<string> {
  return mkdtemp(join(scratch, `${name}-`));
}

async function list(remote: string, ...flags: string[]): Promise<ListedItem[]> {
  const text = (await rclone.read('lsjson', '-R', ...flags, remote)).toString('utf8');
  const items = JSON.parse(text) as ListedItem[];
  return items.sort((left, right) => (left.Path < right.Path ? -1 : 1));
}

async function filesIn(remote: string): Promise<(string | number)[][]> {
  return (await list(remote, '--files-only')).map(({ Path, Size }) => [Path, Size]);
}

/** Fills parts of a folder, one for each rclone that copies it. */
function writeParts(source: string, { count, largeBytes }: { count: number; largeBytes: number }): string[] {
  const parts = Array.from({ length: HANDS }, (_, number) => `part ${number}`);
  for (const [number, part] of parts.entries()) {
    writeMixedFiles(join(source, part), { count: Math.ceil(count / HANDS), seed: number + 1 });
  }
  writeLargeFile(join(source, 'part 0', 'large.bin'), largeBytes);
  return parts;
}

/** Edits some files, deletes some and adds some. */
async function editFiles(source: string): Promise<void> {
  const paths = Object.keys(await hashesBelow(source)).sort();
  for (const [number, path] of paths.entries()) {
    if (number % 9 === 0) await writeFile(join(source, path), `edited ${number}\n`);
    if (number % 9 === 4) await rm(join(source, path));
    if (number % 30 === 0) await writeFile(join(source, `${path} beside`), `new ${number}\n`);
  }
}

/** Runs a command for each part at once. */
async function forAll(parts: readonly string[], command: (part: string) => Promise<Buffer>): Promise<void> {
  await Promise.all(parts.map(command));
}

beforeAll(async () => {
  if (!hasRclone) return;
  scratch = await mkdtemp(join(tmpdir(), 'keepfold-rclone-'));
  server = await runServer(join(scratch, 'data'));
  const { token } = (await call('POST', '/api2/auth-token/', {
    username: ADMIN.user,
    ...ADMIN.secret,
  })) as { token: string };
  userToken = token;
  await call('POST', '/api2/repos/', { name: 'Secret', passwd: LIBRARY_KEY });
  await call('POST', '/api/v2.1/admin/users/', { email: 'ann@example.com', password: 'secret of ann' });
  // To derive the key of a password at each of a hundred commands would be most of the work.
  const known = { user: ADMIN.user, secret: { token } };
  rclone = setUpRclone(scratch, server.url, {
    all: ADMIN,
    plain: { ...known, library: 'Plain' },
    secret: { ...known, library: 'Secret', libraryKey: LIBRARY_KEY },
    ann: { user: 'ann@example.com', secret: { password: 'secret of ann' } },
  });
  await rclone.read('mkdir', 'plain:');
});

afterAll(async () => {
  killLeftRclones();
  killLeftServers();
  if (scratch !== '') await rm(scratch, { recursive: true, force: true });
});

describe.skipIf(!hasRclone).each([
  { remote: 'plain:', kind: 'a plain library', count: FILES, largeBytes: LARGE_BYTES },
  { remote: 'secret:', kind: 'an encrypted library', count: FILES_ENCRYPTED, largeBytes: 5_000_000 },
])('rclone on $kind', { concurrent: true, timeout: DEADLINE_MS }, ({ remote, kind, count, largeBytes }) => {
  it('brings everything over, whatever it is called, and later edits and deletions', async ({ expect }) => {
    const source = await newFolder('source');
    const parts = writeParts(source, { count, largeBytes });
    const to = (part: string) => `${remote}life/${part}`;
    await forAll(parts, (part) => rclone.read('copy', join(source, part), to(part)));
    await forAll(parts, (part) => rclone.read('check', '--download', join(source, part), to(part)));
    await editFiles(source);
    await forAll(parts, (part) => rclone.read('sync', join(source, part), to(part)));
    const back = await newFolder('back');
    await forAll(parts, (part) => rclone.read('copy', to(part), join(back, part)));
    expect(await hashesBelow(back)).toEqual(await hashesBelow(source));
  });

  it('makes folders, and removes them with all that is in them', async ({ expect }) => {
    await rclone.read('mkdir', `${remote}made/x/日本 y/z`);
    await rclone.read('mkdir', `${remote}made/x`);
    await rclone.feed(Buffer.from('in it'), 'rcat', `${remote}made/x/file.txt`);
    const paths = async () => (await list(`${remote}made`)).map(({ Path }) => Path);
    expect(await paths()).toEqual(['x', 'x/file.txt', 'x/日本 y', 'x/日本 y/z']);
    await rclone.read('rmdir', `${remote}made/x/日本 y/z`);
    expect(await paths()).toEqual(['x', 'x/file.txt', 'x/日本 y']);
    await rclone.read('purge', `${remote}made/x`);
    expect(await paths()).toEqual([]);
  });

  it('moves, renames and copies without another upload', async ({ expect }) => {
    const source = await newFolder('moved');
    await writeFile(join(source, 'one.txt'), 'one');
    await writeFile(join(source, 'zwei ü.txt'), 'zwei');
    await rclone.read('copy', source, `${remote}moved/from`);
    await rclone.read('moveto', `${remote}moved/from/one.txt`, `${remote}moved/to/deep/einş.txt`);
    await rclone.read('moveto', `${remote}moved/from/zwei ü.txt`, `${remote}moved/from/two.txt`);
    await rclone.read('copyto', `${remote}moved/from/two.txt`, `${remote}moved/to/copy of two.txt`);
    await rclone.read('copyto', `${remote}moved/from/two.txt`, `${remote}moved/from/again.txt`);
    expect(await filesIn(`${remote}moved`)).toEqual([
      ['from/again.txt', 4],
      ['from/two.txt', 4],
      ['to/copy of two.txt', 4],
      ['to/deep/einş.txt', 3],
    ]);
    await rclone.read('moveto', `${remote}moved/to`, `${remote}moved/elsewhere/there`);
    expect(await filesIn(`${remote}moved/elsewhere`)).toEqual([
      ['there/copy of two.txt', 4],
      ['there/deep/einş.txt', 3],
    ]);
    expect(await rclone.read('cat', `${remote}moved/elsewhere/there/deep/einş.txt`)).toEqual(
      Buffer.from('one'),
    );
  });

  it('lists what there is with the ids of its content', async ({ expect }) => {
    for (const path of ['a.txt', 'b.txt', 'sub/empty']) {
      const content = Buffer.from(path === 'sub/empty' ? '' : 'the same');
      await rclone.feed(content, 'rcat', `${remote}listed/${path}`);
    }
    const items = await list(`${remote}listed`, '--hash');
    const [first] = items;
    expect(items).toEqual([
      expect.objectContaining({ Path: 'a.txt', Size: 8, IsDir: false, ID: first?.ID }),
      expect.objectContaining({ Path: 'b.txt', Size: 8, IsDir: false, ID: first?.ID }),
      expect.objectContaining({ Path: 'sub', IsDir: true }),
      expect.objectContaining({ Path: 'sub/empty', Size: 0, IsDir: false, ID: '0'.repeat(40) }),
    ]);
    expect(first?.ID).toMatch(/^[0-9a-f]{40}$/);
  });

  it('takes what comes over a pipe, and reads it from any place', async ({ expect }) => {
    const content = Buffer.from(Array.from({ length: 2_500_000 }, (_, number) => number % 251));
    await rclone.feed(content, 'rcat', `${remote}piped/numbers.bin`);
    expect((await rclone.read('cat', `${remote}piped/numbers.bin`)).equals(content)).toBe(true);
    const part = await rclone.read(
      'cat',
      '--offset',
      '2000000',
      '--count',
      '7',
      `${remote}piped/numbers.bin`,
    );
    expect(part).toEqual(content.subarray(2_000_000, 2_000_007));
    const end = await rclone.read('cat', '--offset', '-3', `${remote}piped/numbers.bin`);
    expect(end).toEqual(content.subarray(2_499_997));
  });

  it(`${kind === 'a plain library' ? 'links' : 'refuses to link'} files and folders`, async ({ expect }) => {
    await rclone.feed(Buffer.from('for everybody'), 'rcat', `${remote}linked/file.txt`);
    if (kind !== 'a plain library') {
      const { code, errors } = await rclone.run('link', `${remote}linked/file.txt`);
      expect(code).toBe(1);
      expect(errors).toContain("doesn't support public links");
      return;
    }
    const file = String(await rclone.read('link', `${remote}linked/file.txt`)).trim();
    expect(file).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/f\/[0-9a-f]{20}\/$/);
    expect(await (await fetch(`${file}?dl=1`)).text()).toBe('for everybody');
    expect(String(await rclone.read('link', `${remote}linked/file.txt`)).trim()).toBe(file);
    const folder = String(await rclone.read('link', `${remote}linked`)).trim();
    expect(folder).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/d\/[0-9a-f]{20}\/$/);
    expect(await (await fetch(folder)).text()).toContain('file.txt');
  });
});

describe.skipIf(!hasRclone)('rclone on libraries', { concurrent: true, timeout: DEADLINE_MS }, () => {
  it('makes, lists, moves between, and deletes them', async ({ expect }) => {
    await rclone.feed(Buffer.from('content'), 'rcat', 'all:First one/a/file.txt');
    await rclone.read('mkdir', 'all:Ñext');
    await rclone.read('moveto', 'all:First one/a/file.txt', 'all:Ñext/b/file.txt');
    await rclone.read('copyto', 'all:Ñext/b/file.txt', 'all:First one/c.txt');
    expect(await filesIn('all:First one')).toEqual([['c.txt', 7]]);
    expect(await filesIn('all:Ñext')).toEqual([['b/file.txt', 7]]);
    await rclone.read('purge', 'all:Ñext');
    const names = String(await rclone.read('lsf', 'all:')).split('\n');
    expect(names).toContain('First one/');
    expect(names).not.toContain('Ñext/');
    const deleted = (await call('GET', '/api/v2.1/deleted-repos/')) as { repo_name: string }[];
    expect(deleted.map(({ repo_name }) => repo_name)).toContain('Ñext');
  });

  it('says how much is used', async ({ expect }) => {
    const source = await newFolder('used');
    await mkdir(join(source, 'sub'));
    await writeFile(join(source, 'sub', 'file'), Buffer.alloc(12_345, 'u'));
    await rclone.read('copy', source, 'ann:Ann’s');
    expect(JSON.parse(String(await rclone.read('about', '--json', 'ann:')))).toEqual({ used: 12_345 });
  });

  it('empties the trash of a library', async ({ expect }) => {
    await rclone.feed(Buffer.from('gone'), 'rcat', 'all:Littered/gone.txt');
    await rclone.read('deletefile', 'all:Littered/gone.txt');
    const repos = (await call('GET', '/api2/repos/')) as { id: string; name: string }[];
    const trash = `/api/v2.1/repos/${repos.find(({ name }) => name === 'Littered')?.id}/trash/`;
    expect(await call('GET', trash)).toMatchObject({ data: [{ obj_name: 'gone.txt' }], more: false });
    await rclone.read('cleanup', 'all:Littered');
    expect(await call('GET', trash)).toMatchObject({ data: [], more: false });
  });

  it('is told when the password is wrong', async ({ expect }) => {
    const folder = await newFolder('wrong');
    const wrong = setUpRclone(folder, server.url, {
      user: { user: 'ann@example.com', secret: { password: 'not it' } },
      library: { ...ADMIN, library: 'Secret', libraryKey: 'not it' },
    });
    const asUser = await wrong.run('lsd', 'user:');
    expect(asUser.code).not.toBe(0);
    expect(asUser.errors).toContain('Unable to login with provided credentials.');
    const asHolder = await wrong.run('ls', 'library:');
    expect(asHolder.code).not.toBe(0);
    expect(asHolder.errors).toContain('incorrect password');
  });
});
