import { chmod, mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { DevicesJson } from '../../src-shared/devices-api.ts';
import { snapshotOf } from '../support/folder-snapshot.ts';
import { writeLargeFile } from '../support/mixed-files.ts';
import { isLongProof, proofSize } from '../support/proof-size.ts';
import { ANN, OWNER, type SeafBench, startSeafBench } from '../support/seaf-bench.ts';
import { hasSeafCli, WITHOUT_SEAF_CLI } from '../support/seaf-cli.ts';

const SMALL_FILES = proofSize({ ci: 300, long: 10_000 });
const LARGE_BYTES = 12 * 1024 * 1024 + 5;
const DEADLINE_MS = proofSize({ ci: 4, long: 60 }) * 60_000;
const LONG_AGO = 1_500_000_000;
const HEARD_WITHIN_MS = 28_000;
const CONFLICT = (who: string) =>
  new RegExp(`^note \\(SFConflict ${who} \\d{4}-\\d\\d-\\d\\d-\\d\\d-\\d\\d-\\d\\d\\)\\.txt$`);

/** Names that are cut, sorted or escaped wrongly when bytes are taken for something else. */
const TORTURE_NAMES = [
  'é "q" <&>.txt',
  '\u{1f600}.txt',
  '\uffff',
  '\u2028<&>',
  'z\u0001\u000b\u001f\u007f"\\',
  // The two spellings of one letter: two files.
  '\u00e9',
  'e\u0301',
  'a.b',
  'a-b',
  'a',
  'B',
];

let bench: SeafBench;

beforeAll(async () => {
  if (hasSeafCli) bench = await startSeafBench();
});

afterAll(async () => {
  if (hasSeafCli) await bench.end();
});

const concurrently = { concurrent: true, timeout: DEADLINE_MS };

describe.skipIf(!hasSeafCli)(`two official clients${WITHOUT_SEAF_CLI}`, concurrently, () => {
  it('bring everything over, whatever it is called, and all that becomes of it', async ({ expect }) => {
    const id = await bench.newLibrary('Everything');
    const here = await bench.desk(id, 'everything-owner', OWNER);
    const there = await bench.desk(id, 'everything-ann', ANN);
    await fill(here.folder);
    const first = await bench.untilAgreed(id, [here, there]);
    expect(first).toMatchObject({ void: 'folder', 'docs/inner': 'folder' });
    expect(first['run.sh']).toMatch(/^executable /);
    expect(Object.keys(first)).toEqual(expect.arrayContaining([...TORTURE_NAMES, 'empty.txt', 'large.bin']));

    await changeThings(there.folder);
    const second = await bench.untilAgreed(id, [here, there]);
    expect(Object.keys(second)).toEqual(
      expect.arrayContaining(['renamed.txt', 'papers/inner/moved in.txt', 'new folder/deeper']),
    );
    expect(second['empty.txt']).toMatch(/^executable /);
    expect(second['run.sh']).toMatch(/^[0-9a-f]{64}$/);
    for (const gone of ['hello.txt', 'docs', 'a', 'void']) expect(second).not.toHaveProperty(gone);
    expect(second['large.bin']).not.toBe(first['large.bin']);

    await bench.call('POST', `/api2/repos/${id}/dir/?p=/from the web`, { operation: 'mkdir' });
    await bench.call('POST', `/api2/repos/${id}/file/?p=/renamed.txt`, {
      ...{ operation: 'rename', newname: 'by the web.txt' },
    });
    await bench.call('DELETE', `/api2/repos/${id}/dir/?p=/papers`);
    const third = await bench.untilAgreed(id, [here, there]);
    expect(third).toMatchObject({ 'from the web': 'folder', 'by the web.txt': first['hello.txt'] });
    expect(third).not.toHaveProperty('papers');
    expect(await historyOf(id)).toEqual(expect.arrayContaining([OWNER.user, ANN.user]));
  });

  it(`bring ${SMALL_FILES} small files over, and their removal`, async ({ expect }) => {
    const id = await bench.newLibrary('Many');
    const here = await bench.desk(id, 'many-owner', OWNER);
    const there = await bench.desk(id, 'many-ann', ANN);
    for (let number = 0; number < SMALL_FILES; number += 1) {
      const folder = join(here.folder, `part ${number % 7}`, `${number % 31}`);
      if (number < 217) await mkdir(folder, { recursive: true });
      await writeFile(join(folder, `${number}.txt`), `small file ${number}\n`);
    }
    if (isLongProof) writeLargeFile(join(here.folder, 'huge.bin'), 1_000_000_000);
    const full = await bench.untilAgreed(id, [here, there]);
    const files = Object.values(full).filter((seen) => seen !== 'folder');
    expect(files).toHaveLength(SMALL_FILES + Number(isLongProof));
    for (let part = 0; part < 4; part += 1) await rm(join(there.folder, `part ${part}`), { recursive: true });
    const rest = await bench.untilAgreed(id, [here, there]);
    expect(Object.keys(rest).filter((path) => /^part [0-3]/.test(path))).toEqual([]);
  });

  it('keep both versions of a file that was changed in two places', async ({ expect }) => {
    const id = await bench.newLibrary('Notes');
    const here = await bench.desk(id, 'notes-owner', OWNER);
    const there = await bench.desk(id, 'notes-ann', ANN);
    await writeFile(join(here.folder, 'note.txt'), 'as it was\n');
    await bench.untilAgreed(id, [here, there]);
    await Promise.all([here.client.stop(), there.client.stop()]);
    await writeFile(join(here.folder, 'note.txt'), 'as the owner wants it\n');
    await writeFile(join(there.folder, 'note.txt'), 'as Ann wants it\n');
    await here.client.start();
    await bench.untilAgreed(id, [here]);
    await there.client.start();
    const agreed = await bench.untilAgreed(id, [here, there]);
    const [conflict = '', note] = Object.keys(agreed).sort();
    expect([conflict, note]).toEqual([expect.stringMatching(CONFLICT('.*')), 'note.txt']);
    const texts = [conflict, 'note.txt'].map((name) => readFile(join(here.folder, name), 'utf8'));
    expect((await Promise.all(texts)).sort()).toEqual(['as Ann wants it\n', 'as the owner wants it\n']);
    expect(conflict).toMatch(CONFLICT('ann@example\\.com'));
  });

  it('that change the same file at the same time keep both versions too', async ({ expect }) => {
    const id = await bench.newLibrary('Race');
    const here = await bench.desk(id, 'race-owner', OWNER);
    const there = await bench.desk(id, 'race-ann', ANN);
    await writeFile(join(here.folder, 'note.txt'), 'as it was\n');
    await mkdir(join(here.folder, 'sub'));
    await bench.untilAgreed(id, [here, there]);
    await Promise.all([
      writeFile(join(here.folder, 'note.txt'), 'one\n'),
      writeFile(join(there.folder, 'note.txt'), 'two\n'),
      writeFile(join(here.folder, 'sub', 'of one.txt'), '1\n'),
      writeFile(join(there.folder, 'sub', 'of two.txt'), '2\n'),
    ]);
    const agreed = await bench.untilAgreed(id, [here, there]);
    const names = Object.keys(agreed).sort();
    expect(names).toEqual([
      expect.stringMatching(CONFLICT('.*')),
      'note.txt',
      'sub',
      'sub/of one.txt',
      'sub/of two.txt',
    ]);
    const texts = names.slice(0, 2).map((name) => readFile(join(here.folder, name), 'utf8'));
    expect((await Promise.all(texts)).sort()).toEqual(['one\n', 'two\n']);
  });

  it('hear of each other at once, without asking', async ({ expect }) => {
    const id = await bench.newLibrary('Heard');
    const here = await bench.desk(id, 'heard-owner', OWNER);
    const there = await bench.desk(id, 'heard-ann', ANN);
    await bench.untilAgreed(id, [here, there]);
    // Clients ask every half minute; three changes in less than that were told.
    const deadline = AbortSignal.timeout(HEARD_WITHIN_MS);
    for (const [number, from, to] of [
      [1, here, there],
      [2, there, here],
      [3, here, there],
    ] as const) {
      await writeFile(join(from.folder, `${number}.txt`), 'news\n');
      await to.client.until(`file ${number}`, async () => {
        if (deadline.aborted) throw new Error(`file ${number} came too late\n${to.client.logEnd()}`);
        return `${number}.txt` in (await snapshotOf(to.folder)) || undefined;
      });
    }
    expect(Object.keys(await snapshotOf(here.folder)).sort()).toEqual(['1.txt', '2.txt', '3.txt']);
  });
});

describe.skipIf(!hasSeafCli)(`an official client${WITHOUT_SEAF_CLI}`, concurrently, () => {
  it('syncs with a folder that has something in it already', async ({ expect }) => {
    const id = await bench.newLibrary('Before');
    const other = await bench.desk(id, 'before-owner', OWNER);
    await writeFile(join(other.folder, 'same.txt'), 'the same\n');
    await writeFile(join(other.folder, 'note.txt'), 'from the library\n');
    await bench.untilAgreed(id, [other]);
    const folder = join(bench.place('before-ann'), 'folder');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'same.txt'), 'the same\n');
    await writeFile(join(folder, 'note.txt'), 'from the folder\n');
    await writeFile(join(folder, 'own.txt'), 'only here\n');
    // Clients take files of the same second for the same file.
    for (const name of ['same.txt', 'note.txt']) await utimes(join(folder, name), LONG_AGO, LONG_AGO);
    const late = await bench.desk(id, 'before-ann', ANN);
    const names = Object.keys(await bench.untilAgreed(id, [other, late])).sort();
    expect(names).toEqual([expect.stringMatching(CONFLICT('.*')), 'note.txt', 'own.txt', 'same.txt']);
    const texts = names.slice(0, 2).map((name) => readFile(join(folder, name), 'utf8'));
    expect((await Promise.all(texts)).sort()).toEqual(['from the folder\n', 'from the library\n']);
  });

  it.for([
    ['shared', 'the library is no longer shared with it', stopSharing],
    ['revoked', 'its owner ends it in the list of devices', revokeDevice],
  ] as const)('may no longer sync when %s: %s', async ([name, _why, end], { expect }) => {
    const id = await bench.newLibrary(`No longer ${name}`);
    const desk = await bench.desk(id, `lost-${name}`, ANN);
    await writeFile(join(desk.folder, 'kept.txt'), 'kept\n');
    await bench.untilAgreed(id, [desk]);
    await end(id, `lost-${name}`);
    await writeFile(join(desk.folder, 'late.txt'), 'too late\n');
    await desk.client.syncNow(id);
    const error = await desk.client.until('an error', async () => {
      const state = await desk.client.state(id);
      return state?.state === 'error' ? state.error : undefined;
    });
    expect(error).toBe('Permission denied on server');
    expect(Object.keys(await bench.onServer(id))).toEqual(['kept.txt']);
    expect(Object.keys(await snapshotOf(desk.folder)).sort()).toEqual(['kept.txt', 'late.txt']);
  });

  it('says that something of its own can never be taken, and logs why', async ({ expect }) => {
    const id = await bench.newLibrary('Nested');
    const desk = await bench.desk(id, 'nested-owner', OWNER);
    await writeFile(join(desk.folder, 'kept.txt'), 'kept\n');
    await bench.untilAgreed(id, [desk]);
    await mkdir(join(desk.folder, ...Array<string>(257).fill('z')), { recursive: true });
    await desk.client.syncNow(id);
    const error = await desk.client.until('an error', async () => {
      const state = await desk.client.state(id);
      return state?.state === 'error' ? state.error : undefined;
    });
    expect(error).toBe('Update to file denied by folder permission setting');
    expect(desk.client.logEnd()).toContain('The folders are nested too deep: move some of them up.');
    expect(Object.keys(await bench.onServer(id))).toEqual(['kept.txt']);
  });

  it('syncs one folder of a library in both directions, and forgets it when the folder is gone', async ({
    expect,
  }) => {
    const { repo_id: id } = await bench.call<{ repo_id: string }>('POST', '/api2/repos/', { name: 'Around' });
    await bench.call('POST', `/api2/repos/${id}/dir/?p=/lent`, { operation: 'mkdir' });
    await bench.call('POST', `/api2/repos/${id}/dir/?p=/private`, { operation: 'mkdir' });
    const folder = await folderOf(id, '/lent');
    await bench.call('PUT', `/api2/repos/${id}/dir/shared_items/?p=/lent`, {
      ...{ share_type: 'user', username: ANN.user, permission: 'rw' },
    });
    const here = await bench.desk(id, 'folder-owner', OWNER);
    const there = await bench.desk(folder, 'folder-ann', ANN);
    await writeFile(join(there.folder, 'of ann.txt'), 'of Ann\n');
    expect(Object.keys(await bench.untilAgreed(folder, [there]))).toEqual(['of ann.txt']);
    expect(await bench.untilAgreed(id, [here])).toHaveProperty('lent/of ann.txt');

    await writeFile(join(here.folder, 'lent', 'of owner.txt'), 'of the owner\n');
    await rename(join(here.folder, 'lent', 'of ann.txt'), join(here.folder, 'lent', 'renamed.txt'));
    await bench.untilAgreed(id, [here]);
    const both = await bench.untilAgreed(folder, [there]);
    expect(Object.keys(both).sort()).toEqual(['of owner.txt', 'renamed.txt']);

    await Promise.all([
      writeFile(join(here.folder, 'lent', 'renamed.txt'), 'one\n'),
      writeFile(join(there.folder, 'renamed.txt'), 'two\n'),
    ]);
    await bench.untilAgreed(id, [here]);
    await bench.untilAgreed(folder, [there]);
    await bench.untilAgreed(id, [here]);
    const names = Object.keys(await bench.untilAgreed(folder, [there])).sort();
    expect(names).toEqual(['of owner.txt', expect.stringMatching(/^renamed \(SFConflict /), 'renamed.txt']);
    const inLibrary = Object.keys(await bench.untilAgreed(id, [here]));
    expect(inLibrary.sort()).toEqual(['lent', ...names.map((name) => `lent/${name}`), 'private']);

    await rename(join(here.folder, 'lent'), join(here.folder, 'given'));
    await bench.untilAgreed(id, [here]);
    await writeFile(join(there.folder, 'later.txt'), 'later\n');
    await bench.untilAgreed(folder, [there]);
    expect(await bench.untilAgreed(id, [here])).toHaveProperty('given/later.txt');

    const before = await snapshotOf(there.folder);
    await rm(join(here.folder, 'given'), { recursive: true });
    await bench.untilAgreed(id, [here]);
    await there.client.syncNow(folder);
    await there.client.until('to forget the folder', async () =>
      (await there.client.libraries()).length === 0 ? true : undefined,
    );
    expect(await snapshotOf(there.folder)).toEqual(before);
  });

  it('forgets a library that was deleted, and leaves the files alone', async ({ expect }) => {
    const id = await bench.newLibrary('Deleted');
    const desk = await bench.desk(id, 'deleted-owner', OWNER);
    await writeFile(join(desk.folder, 'kept.txt'), 'kept\n');
    await bench.untilAgreed(id, [desk]);
    await bench.call('DELETE', `/api2/repos/${id}/`);
    await desk.client.syncNow(id);
    await desk.client.until('to forget the library', async () =>
      (await desk.client.libraries()).length === 0 ? true : undefined,
    );
    expect(await readFile(join(desk.folder, 'kept.txt'), 'utf8')).toBe('kept\n');
  });

  it('shares a library with a folder that the server itself keeps in step', async ({ expect }) => {
    const linked = bench.place('linked');
    await mkdir(linked);
    await writeFile(join(linked, 'from the server.txt'), 'server\n');
    const { library_id: id } = await bench.server().client.call('POST folders/', {
      path: linked,
    });
    const desk = await bench.desk(id, 'linked-owner', OWNER);
    await writeFile(join(desk.folder, 'from the client.txt'), 'client\n');
    await mkdir(join(linked, 'deep', 'er'), { recursive: true });
    await writeFile(join(linked, 'deep', 'er', 'new.txt'), 'new\n');
    const both = ['deep', 'deep/er', 'deep/er/new.txt', 'from the client.txt', 'from the server.txt'];
    await desk.client.until('both folders to hold everything', async () => {
      await desk.client.untilSynchronized(id);
      const [client, server] = [await snapshotOf(desk.folder), await snapshotOf(linked)];
      const names = [client, server].map((snapshot) => visible(snapshot).join());
      return names.every((text) => text === both.join()) || undefined;
    });
    expect(await readFile(join(linked, 'from the client.txt'), 'utf8')).toBe('client\n');
  });
});

describe.skipIf(!hasSeafCli)(`an encrypted library${WITHOUT_SEAF_CLI}`, concurrently, () => {
  const PASSWORD = 'pass word é2 longer';

  it('that the client asked for opens over the web', async ({ expect }) => {
    const client = await bench.startClient('sealed-owner', OWNER);
    const id = await client.create('Sealed', PASSWORD);
    const folder = join(bench.place('sealed-owner'), 'folder');
    await client.sync(id, folder, PASSWORD);
    await writeFile(join(folder, 'secret.txt'), 'nobody is to read this\n');
    await client.until('the file on the server', async () => {
      await client.untilSynchronized(id);
      const { size } = await bench.server().client.call('GET libraries/:library_id/', { library_id: id });
      // The client may have seen the file before anything was in it.
      return size === 23 || undefined;
    });
    const wrong = bench.call('POST', `/api/v2.1/repos/${id}/set-password/`, { password: 'not this one' });
    await expect(wrong).rejects.toThrow(/400.*[Pp]assword/);
    await bench.call('POST', `/api/v2.1/repos/${id}/set-password/`, { password: PASSWORD });
    const link = await bench.call<string>('GET', `/api2/repos/${id}/file/?p=/secret.txt`);
    expect(await (await fetch(link)).text()).toBe('nobody is to read this\n');
  });

  it('that was made here opens in the client, with the right password', async ({ expect }) => {
    const id = await bench.newLibrary('Made here', PASSWORD);
    const client = await bench.startClient('made-owner', OWNER);
    const folder = join(bench.place('made-owner'), 'folder');
    await expect(client.sync(id, folder, 'not this one at all')).rejects.toThrow(/[Pp]assword/);
    await client.sync(id, folder, PASSWORD);
    await writeFile(join(folder, 'secret.bin'), Buffer.alloc(100_000, 7));
    await client.untilSynchronized(id);
    const other = await bench.startClient('made-ann', ANN);
    const there = join(bench.place('made-ann'), 'folder');
    await other.sync(id, there, PASSWORD);
    await other.until('the file', async () => {
      await Promise.all([client.untilSynchronized(id), other.untilSynchronized(id)]);
      return 'secret.bin' in (await snapshotOf(there)) || undefined;
    });
    expect(await readFile(join(there, 'secret.bin'))).toEqual(Buffer.alloc(100_000, 7));
  });
});

/** Files and folders of every kind that the format knows. */
/** The id of the folder as a library of its own. */
async function folderOf(id: string, path: string): Promise<string> {
  const query = new URLSearchParams({ p: path, name: path.slice(1) });
  const { sub_repo_id } = await bench.call<{ sub_repo_id: string }>(
    'GET',
    `/api2/repos/${id}/dir/sub_repo/?${query}`,
  );
  return sub_repo_id;
}

async function fill(folder: string): Promise<void> {
  for (const name of TORTURE_NAMES) await writeFile(join(folder, name), 'x');
  await writeFile(join(folder, 'hello.txt'), 'hello\n');
  await writeFile(join(folder, 'empty.txt'), '');
  await writeFile(join(folder, 'run.sh'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  await mkdir(join(folder, 'void'));
  await mkdir(join(folder, 'docs', 'inner'), { recursive: true });
  await writeFile(join(folder, 'docs', 'inner', 'deep.md'), 'deep');
  writeLargeFile(join(folder, 'large.bin'), LARGE_BYTES);
}

/** Every kind of change to what `fill` has written. */
async function changeThings(folder: string): Promise<void> {
  await rename(join(folder, 'hello.txt'), join(folder, 'renamed.txt'));
  await rename(join(folder, 'docs'), join(folder, 'papers'));
  await rename(join(folder, 'B'), join(folder, 'papers', 'inner', 'moved in.txt'));
  await rm(join(folder, 'a'));
  await rm(join(folder, 'void'), { recursive: true });
  await mkdir(join(folder, 'new folder', 'deeper'), { recursive: true });
  await chmod(join(folder, 'run.sh'), 0o644);
  await chmod(join(folder, 'empty.txt'), 0o755);
  await writeFile(join(folder, 'large.bin'), Buffer.from('in the middle'), { flag: 'a' });
}

/** Who wrote the commits of a library. */
async function historyOf(id: string): Promise<string[]> {
  const { data } = await bench.call<{ data: { email: string }[] }>('GET', `/api/v2.1/repos/${id}/history/`);
  return [...new Set(data.map(({ email }) => email))];
}

async function stopSharing(id: string): Promise<void> {
  const shared = `share_type=user&username=${ANN.user}`;
  await bench.call('DELETE', `/api2/repos/${id}/dir/shared_items/?p=/&${shared}`);
}

async function revokeDevice(id: string, name: string): Promise<void> {
  const { token } = await bench.call<{ token: string }>('POST', '/api2/auth-token/', {
    ...{ username: ANN.user, password: ANN.password },
  });
  const { devices } = await bench.call<DevicesJson>('GET', '/api/local/v1/devices/', undefined, token);
  const device = devices.find((one) => one.name === name);
  const synced = device?.libraries.map(({ library_id, address }) => [library_id, address]);
  if (JSON.stringify(synced) !== JSON.stringify([[id, '127.0.0.1']]))
    throw new Error(`the device is not listed as it is: ${JSON.stringify(devices)}`);
  await bench.call('DELETE', `/api/local/v1/devices/${device?.device_id}/`, undefined, token);
}

/** All but the server's own mark of a linked folder. */
function visible(snapshot: Readonly<Record<string, string>>): string[] {
  return Object.keys(snapshot)
    .filter((path) => !path.startsWith('.keepfold'))
    .sort();
}
