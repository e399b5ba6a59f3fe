import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashesBelow } from '../support/mixed-files.ts';
import { killLeftServers, runServer, type ServerRun } from '../support/server-run.ts';

const ADMIN = { login: 'admin@example.com', password: 'admin-secret' };
const isThere = (program: string) => spawnSync('which', [program]).status === 0;

/** Programs mount drives where there is a device for that, for the administrator of a computer. */
const canMount =
  isThere('mount.davfs') && isThere('git') && existsSync('/dev/fuse') && process.getuid?.() === 0;

let scratch = '';
let server: ServerRun;
let env: NodeJS.ProcessEnv;

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** @param input what the program reads */
async function run(
  command: string,
  args: readonly string[],
  options: { input?: string; cwd?: string } = {},
): Promise<Ended> {
  const child = spawn(command, args, { cwd: options.cwd ?? scratch, env, stdio: 'pipe' });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => (output += piece.toString()));
  child.stdin.end(options.input ?? '');
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

const wellDone = async (...call: Parameters<typeof run>): Promise<string> => {
  const { code, output } = await run(...call);
  if (code !== 0) throw new Error(`${call[0]} ${call[1].join(' ')} ended with ${code}: ${output}`);
  return output;
};

const dav = (path: string) => new URL(`/dav/${path}`, server.url).href;

async function makeLibrary(name: string): Promise<void> {
  const Authorization = `Basic ${Buffer.from(`${ADMIN.login}:${ADMIN.password}`).toString('base64')}`;
  const { status } = await fetch(dav(name), { method: 'MKCOL', headers: { Authorization } });
  expect(status).toBe(201);
}

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'keepfold-dav-'));
  env = { ...process.env, HOME: scratch, RCLONE_CONFIG: join(scratch, 'rclone.conf') };
  server = await runServer(join(scratch, 'data'));
});

afterAll(async () => {
  killLeftServers();
  await rm(scratch, { recursive: true, force: true });
});

describe.skipIf(!isThere('litmus'))('litmus, the test of WebDAV servers', () => {
  it('finds nothing wrong, and has nothing to warn of', async () => {
    await makeLibrary('Litmus');
    const { code, output } = await run('litmus', ['-k', dav('Litmus/'), ADMIN.login, ADMIN.password]);
    const results = [
      ...output.matchAll(/summary for `(\w+)': of (\d+) tests run: (\d+) passed, (\d+) failed/g),
    ];
    expect(
      results.map(([, section, all, passed, failed]) => [section, Number(passed) === Number(all), failed]),
    ).toEqual([
      ['basic', true, '0'],
      ['copymove', true, '0'],
      ['props', true, '0'],
      ['locks', true, '0'],
      ['http', true, '0'],
    ]);
    expect([code, /warning/i.exec(output)]).toEqual([0, null]);
  });
});

describe.skipIf(!isThere('rclone'))('rclone, by WebDAV', () => {
  it.each(['other', 'owncloud'])('copies a folder there and back as vendor %s', async (vendor) => {
    const source = join(scratch, `source of ${vendor}`);
    await mkdir(join(source, 'süb', 'sub'), { recursive: true });
    for (const at of [0, 1, 2, 3])
      await writeFile(join(source, 'süb', `${at}.bin`), Buffer.alloc(at * 70_000, at));
    await writeFile(join(source, 'süb', 'sub', 'empty'), '');
    await writeFile(join(source, 'a%b&c#<>é.txt'), 'unusual');
    const pass = (await wellDone('rclone', ['obscure', ADMIN.password])).trim();
    const remote = [
      '[k]',
      'type = webdav',
      `url = ${dav('')}`,
      `vendor = ${vendor}`,
      `user = ${ADMIN.login}`,
      `pass = ${pass}`,
    ];
    await writeFile(join(scratch, 'rclone.conf'), `${remote.join('\n')}\n`);
    const to = `k:By ${vendor}/copied`;
    await wellDone('rclone', ['copy', '--retries', '1', source, to]);
    expect(await wellDone('rclone', ['check', '--download', source, to])).toContain(' 0 differences found');
    await wellDone('rclone', ['move', '--retries', '1', to, `k:By ${vendor}/moved`]);
    const back = join(scratch, `back of ${vendor}`);
    await wellDone('rclone', ['copy', '--retries', '1', `k:By ${vendor}/moved`, back]);
    expect(await hashesBelow(back)).toEqual(await hashesBelow(source));
    const past = (await wellDone('rclone', ['lsf', `k:.history/By ${vendor}`])).split('\n');
    expect(past[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\/$/);
  });
});

describe.skipIf(!isThere('cadaver'))('cadaver', () => {
  it('puts, locks, moves, copies, notes and deletes', async () => {
    await makeLibrary('Cadaver');
    const { hostname } = new URL(server.url);
    await writeFile(
      join(scratch, '.netrc'),
      `machine ${hostname} login ${ADMIN.login} password ${ADMIN.password}\n`,
    );
    await writeFile(join(scratch, 'hello.txt'), 'hello');
    const commands = [
      ...['put hello.txt a.txt', 'lock a.txt', 'unlock a.txt', 'move a.txt b.txt', 'copy b.txt c.txt'],
      ...['mkcol folder', 'propset c.txt author me', 'propget c.txt author', 'delete b.txt', 'ls', 'quit'],
    ];
    const { output } = await run('cadaver', [dav('Cadaver/')], { input: `${commands.join('\n')}\n` });
    expect(output).toContain('Value of author is: me');
    expect(output).not.toMatch(/failed/i);
    expect(output).toMatch(/Coll: +folder[\s\S]*c\.txt +5/);
  });
});

describe.skipIf(!canMount)('davfs2', () => {
  it('mounts a library, in which git keeps a sound repository', async () => {
    await makeLibrary('Mounted');
    const [mount, config] = [join(scratch, 'mount'), join(scratch, 'davfs2.conf')];
    await mkdir(mount);
    // Newer kernels read folders in larger pieces than its own buffer takes.
    await writeFile(config, 'buf_size 64\ndelay_upload 0\n');
    const input = `${ADMIN.login}\n${ADMIN.password}\n`;
    await wellDone('mount', ['-t', 'davfs', '-o', `conf=${config}`, dav('Mounted'), mount], { input });
    const repository = join(mount, 'repository');
    const git = (...args: string[]) => wellDone('git', args, { cwd: repository });
    try {
      await wellDone('git', ['init', '--quiet', repository]);
      await writeFile(join(repository, 'a.txt'), 'edited on a drive');
      await git('add', '.');
      await git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '-m', 'one');
      await git('fsck', '--strict');
      expect(await git('log', '--format=%s')).toBe('one\n');
    } finally {
      await wellDone('umount', [mount]);
    }
    const clone = join(scratch, 'mount');
    await wellDone('mount', ['-t', 'davfs', '-o', `conf=${config},ro`, dav('Mounted'), clone], { input });
    try {
      expect(await git('status', '--porcelain')).toBe('');
    } finally {
      await wellDone('umount', [clone]);
    }
  });
});
