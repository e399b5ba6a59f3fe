import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  loadSecret,
  openDataDir,
  openFolderWarning,
  placeRecoveryFiles,
  readInstance,
  writePrivateFile,
} from '../../../src-main/app/data-dir.ts';
import { StartError } from '../../../src-main/app/start-error.ts';
import { resourcesDir } from '../../../src-main/app/version.ts';
import { commitIdOf } from '../../../src-main/core/objects/commit.ts';
import { EMPTY_ID } from '../../../src-main/core/objects/object-id.ts';
import { ANNA } from '../../support/account-services.ts';
import { dataFolder, openDataWorld } from '../../support/data-world.ts';
import { filesBelow, temporaryDataFolder } from '../../support/disk-store.ts';
import { expectRights } from '../../support/file-modes.ts';
import { STOPPED_CODE } from '../../support/process-ends.ts';
import { contentOf, script, targetFolder } from '../../support/recovery-script.ts';
import { serveApp } from '../../support/served-app.ts';
import { SERVER_ENTRY } from '../../support/server-entry.ts';

let folder: ReturnType<typeof temporaryDataFolder>;

beforeEach(() => {
  folder = temporaryDataFolder();
});
afterEach(() => folder.remove());

function refusalOf(path: string): unknown {
  try {
    openDataDir(path);
  } catch (error) {
    if (error instanceof StartError) return error.refusal;
    throw error;
  }
  return null;
}

describe('opening a data folder', () => {
  it('makes it with every folder around it that is missing, for its owner only', () => {
    const path = join(folder.path, 'a', 'b', 'data');
    expect(openDataDir(path)).toEqual({
      path,
      database: join(path, 'keepfold.db'),
      journal: join(path, 'heads.journal'),
      storage: join(path, 'storage'),
      secret: join(path, 'secret.key'),
      lock: join(path, 'instance.lock'),
      instance: join(path, 'instance.json'),
      cliToken: join(path, 'cli-token'),
      tlsKey: join(path, 'tls.key'),
      tlsCertificate: join(path, 'tls.crt'),
    });
    for (const made of ['a', 'a/b', 'a/b/data']) expectRights(join(folder.path, made), 0o700);
    expect(readdirSync(path).sort()).toEqual(['instance.lock', 'keepfold.db']);
    for (const name of readdirSync(path)) expectRights(join(path, name), 0o600);
  });

  it('leaves what is there as it is', () => {
    openDataDir(folder.path);
    writeFileSync(join(folder.path, 'keepfold.db'), 'data');
    openDataDir(folder.path);
    expect(readFileSync(join(folder.path, 'keepfold.db'), 'utf8')).toBe('data');
  });

  it('is refused where a file is in the way', () => {
    const file = join(folder.path, 'file');
    writeFileSync(file, '');
    expect(refusalOf(file)).toBe('data-dir-unusable');
    expect(refusalOf(join(file, 'data'))).toBe('data-dir-unusable');
  });

  it('is refused where a link leads nowhere', () => {
    const link = join(folder.path, 'link');
    symlinkSync(join(folder.path, 'nowhere'), link);
    expect(refusalOf(join(link, 'data'))).toBe('data-dir-unusable');
    expect(existsSync(join(folder.path, 'nowhere'))).toBe(false);
  });

  it.skipIf(process.platform !== 'linux')(
    'is refused where nothing can be written, for the administrator of the computer too',
    () => {
      expect(refusalOf('/proc/keepfold')).toBe('data-dir-unusable');
      expect(refusalOf('/proc/keepfold/a/b')).toBe('data-dir-unusable');
    },
  );
});

describe('the server', () => {
  it('ends with 3 and a word of why when the data folder cannot be used', async () => {
    const unusable = join(folder.path, 'file', 'data');
    writeFileSync(join(folder.path, 'file'), '');
    const child = spawn(process.execPath, [SERVER_ENTRY, '--data-dir', unusable, '--port', '0'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const words: string[] = [];
    child.stderr.on('data', (chunk: Buffer) => words.push(String(chunk)));
    const [code] = await once(child, 'close', { signal: AbortSignal.timeout(15_000) });
    expect(code).toBe(3);
    expect(JSON.parse(words.join(''))).toMatchObject({
      event: 'data-dir-unusable',
      msg: expect.stringContaining(`The data folder ${unusable} cannot be used`),
    });
  }, 20_000);

  it('keeps everything that it writes to its owner', async () => {
    const path = join(folder.path, 'data');
    const app = await serveApp(path);
    await app.client.call('POST libraries/', { name: 'Papers' });
    const rows = readdirSync(path, { recursive: true, withFileTypes: true });
    for (const row of rows) expectRights(join(row.parentPath, row.name), row.isDirectory() ? 0o700 : 0o600);
    const names = rows.map(({ name }) => name);
    for (const name of ['keepfold.db', 'heads.journal', 'secret.key', 'cli-token', 'instance.json'])
      expect(names).toContain(name);
    expect(await app.stop()).toBe(STOPPED_CODE);
    // Where it is ended at once the record stays, and says nothing without the lock.
    expect(existsSync(join(path, 'instance.json'))).toBe(STOPPED_CODE === null);
  }, 30_000);

  it('is closed as always when the record of the run cannot be removed', async () => {
    const path = join(folder.path, 'data');
    const app = await serveApp(path);
    rmSync(join(path, 'instance.json'));
    mkdirSync(join(path, 'instance.json'));
    expect(await app.stop()).toBe(STOPPED_CODE);
    expect(existsSync(join(path, 'keepfold.db-wal'))).toBe(STOPPED_CODE === null);
  }, 30_000);
});

describe('the secret of a data folder', () => {
  it('is made once, 32 bytes for its owner only', () => {
    const dataDir = openDataDir(folder.path);
    const secret = loadSecret(dataDir);
    expect(secret).toHaveLength(32);
    expect(loadSecret(dataDir)).toEqual(secret);
    expectRights(join(folder.path, 'secret.key'), 0o600);
  });

  it('is never replaced when it is damaged: every token would end', () => {
    const dataDir = openDataDir(folder.path);
    writeFileSync(join(folder.path, 'secret.key'), 'short');
    expect(() => loadSecret(dataDir)).toThrow('it must hold 32 bytes');
    expect(readFileSync(join(folder.path, 'secret.key'), 'utf8')).toBe('short');
  });
});

describe('a private file', () => {
  it('replaces the one before in one step', () => {
    const path = join(folder.path, 'cli-token');
    writePrivateFile(path, 'one');
    writePrivateFile(path, 'two');
    expect(readFileSync(path, 'utf8')).toBe('two');
    expectRights(path, 0o600);
    expect(readdirSync(folder.path)).toEqual(['cli-token']);
  });
});

describe('the record of a running instance', () => {
  it.each([
    ['{"url":"http://127.0.0.1:8730","pid":42}', { url: 'http://127.0.0.1:8730', pid: 42 }],
    ['{"url":"http://127.0.0.1:8730"}', null],
    ['{"url":1,"pid":42}', null],
    ['{"url":"http', null],
    ['', null],
    [null, null],
  ])('is read from %s', (text, record) => {
    const instance = join(folder.path, 'instance.json');
    if (text === null) mkdirSync(instance);
    else writeFileSync(instance, text);
    expect(readInstance({ instance })).toEqual(record);
  });
});

const ANNS = { platform: 'win32', user: 'Ann', privateFolders: ['C:\\Users\\Ann', 'D:\\Local'] } as const;

it.each([
  'C:\\Users\\Ann\\AppData\\Local\\Keepfold',
  'c:\\users\\ann\\x',
  'd:/local/Keepfold',
  'C:\\Users\\Ann',
])('lets a data folder in the own user folder be: %s', (dataDir) => {
  expect(openFolderWarning({ ...ANNS, dataDir })).toBe(null);
});

it.each(['D:\\Keepfold', 'C:\\Users\\Bert', 'C:\\Users\\Anne\\Keepfold', '\\\\nas\\data', 'C:\\'])(
  'warns of a data folder elsewhere on Windows: %s',
  (dataDir) => {
    expect(openFolderWarning({ ...ANNS, dataDir })).toContain(
      `icacls "${dataDir}" /inheritance:r /grant:r "Ann:(OI)(CI)F"`,
    );
  },
);

it('says nothing where the mode of the folder keeps others out', () => {
  expect(
    openFolderWarning({ dataDir: '/srv/keepfold', platform: 'linux', user: 'ann', privateFolders: [] }),
  ).toBe(null);
});

const LARGE = Buffer.alloc(2_500_000, 'large file ').toString();

/** A data folder with two versions of a library and a deleted one, and no database. */
async function withoutDatabase() {
  const path = dataFolder();
  const world = await openDataWorld(path);
  placeRecoveryFiles({ path }, resourcesDir());
  const id = await world.addLibrary('Papers');
  const first = await world.commit(
    id,
    await world.put(id, '/a.txt', 'one'),
    await world.put(id, '/d/e/größe.txt', LARGE),
  );
  await world.commit(id, await world.put(id, '/a.txt', 'two'), { op: 'remove', path: '/d' });
  const gone = await world.addLibrary('Gone');
  await world.commit(gone, await world.put(gone, '/kept', 'kept'));
  await world.libraries.remove(ANNA, gone);
  await world.store.close();
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(path, `keepfold.db${suffix}`), { force: true });
  return { path, id, gone, firstId: first.commitId };
}

describe('the files for a recovery without the program', () => {
  it('are put into the data folder once, and again when they are not the same', () => {
    const path = mkdtempSync(join(tmpdir(), 'keepfold-files-'));
    onTestFinished(() => rmSync(path, { recursive: true, force: true }));
    placeRecoveryFiles({ path }, resourcesDir());
    expect(readdirSync(path).sort()).toEqual(['READ-ME.txt', 'restore-without-keepfold.mjs']);
    expectRights(join(path, 'READ-ME.txt'), 0o600);
    const before = statSync(join(path, 'READ-ME.txt')).ino;
    writeFileSync(join(path, 'restore-without-keepfold.mjs'), 'something else');
    placeRecoveryFiles({ path }, resourcesDir());
    expect(statSync(join(path, 'READ-ME.txt')).ino).toBe(before);
    expect(readFileSync(join(path, 'restore-without-keepfold.mjs'), 'utf8')).toContain('without Keepfold');
  });
});

describe('the script that restores without the program', { timeout: 30_000 }, () => {
  it('lists libraries and their versions', async () => {
    const { path, id, gone, firstId } = await withoutDatabase();
    const { out, code } = await script(path, 'list');
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^${id} {2}\\S+ {2}Papers$`, 'm'));
    expect(out).toMatch(new RegExp(`^${gone} {2}\\S+ {2}Gone {2}\\(deleted\\)$`, 'm'));
    const commits = (await script(path, 'commits', 'Papers')).out.trim().split('\n');
    expect(commits).toHaveLength(3);
    expect(commits.join('\n')).toContain(firstId);
  });

  it('writes a library as it was last, byte for byte', async () => {
    const { path } = await withoutDatabase();
    const target = targetFolder();
    expect(await script(path, 'restore', 'Papers', target)).toMatchObject({ code: 0, err: '' });
    expect(contentOf(target)).toEqual({ 'a.txt': 'two' });
  });

  it('writes a library, or a part of it, as it was at any version, a deleted one too', async () => {
    const { path, firstId, gone } = await withoutDatabase();
    const whole = targetFolder();
    expect((await script(path, 'restore', 'Papers', whole, '--at', firstId.slice(0, 10))).code).toBe(0);
    expect(contentOf(whole)).toEqual({ 'a.txt': 'one', 'd/e/größe.txt': LARGE });
    const part = targetFolder();
    await script(path, 'restore', 'Papers', part, '--at', firstId, '--path', '/d/e/größe.txt');
    expect(contentOf(part)).toEqual({ 'größe.txt': LARGE });
    const deleted = targetFolder();
    await script(path, 'restore', gone, deleted);
    expect(contentOf(deleted)).toEqual({ kept: 'kept' });
  });

  it('finds the newest version without a journal', async () => {
    const { path, id } = await withoutDatabase();
    rmSync(join(path, 'heads.journal'));
    const target = targetFolder();
    expect((await script(path, 'restore', id, target)).code).toBe(0);
    expect(contentOf(target)).toEqual({ 'a.txt': 'two' });
  });

  it('names what is damaged, writes the rest, and ends with 1', async () => {
    const { path, firstId } = await withoutDatabase();
    const storage = join(path, 'storage');
    const block = filesBelow(storage).find((name) => name.includes('blocks'));
    writeFileSync(join(storage, block ?? ''), 'not what it was');
    const target = targetFolder();
    const { code, err } = await script(path, 'restore', 'Papers', target, '--at', firstId);
    expect(code).toBe(1);
    expect(err).toMatch(/größe\.txt: block [0-9a-f]{40} is damaged/);
    expect(contentOf(target)).toEqual({ 'a.txt': 'one' });
  });

  it('is stopped by no time and no text that somebody made up, and shows what a terminal would obey', async () => {
    const path = dataFolder();
    const world = await openDataWorld(path);
    placeRecoveryFiles({ path }, resourcesDir());
    const id = await world.addLibrary('Received');
    const file = await world.put(id, '/a.txt', 'one');
    if (file.op !== 'put') throw new Error('a file expected');
    const dirent = { ...file.dirent, mtimeSeconds: 253_402_300_800 };
    const { commitId, rootId } = await world.commit(id, { ...file, dirent });
    const objects = world.store.objects.library(id);
    for (const [digit, ctimeSeconds] of [
      ['a', 9_007_199_254_740_991],
      ['b', -9_007_199_254_740_991],
      ['c', -3_600],
    ] as const) {
      const description = `from \u202eevil \u001b[2J${digit}\nmore`;
      const identity = {
        rootId,
        creator: EMPTY_ID,
        authorEmail: '\u001b]0;x\u0007',
        description,
        ctimeSeconds,
      };
      const json = {
        ...{ commit_id: commitIdOf(identity), root_id: rootId, repo_id: id, creator: EMPTY_ID, version: 1 },
        ...{ creator_name: identity.authorEmail, description, ctime: ctimeSeconds, parent_id: commitId },
        ...{ repo_name: 'Received\u001b[1A', second_parent_id: null, repo_desc: '', repo_category: null },
      };
      await objects.write('commit', json.commit_id, Buffer.from(JSON.stringify(json)));
    }
    const other = await world.addLibrary('Other');
    await world.store.close();
    rmSync(join(path, 'heads.journal'));

    const { code, out } = await script(path, 'list');
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^${id} {2}unknown time {2}Received\\\\u001b\\[1A$`, 'm'));
    expect(out).toMatch(new RegExp(`^${other} {2}\\S+ {2}Other$`, 'm'));
    const commits = await script(path, 'commits', id);
    expect(commits.code).toBe(0);
    expect(commits.out.trim().split('\n')).toHaveLength(5);
    expect(commits.out).toContain('1969-12-31T23:00:00.000Z');
    expect(commits.out).toContain('unknown time  \\u001b]0;x\\u0007  from \\u202eevil \\u001b[2Ja\n');
    const target = targetFolder();
    expect(await script(path, 'restore', id, target)).toMatchObject({ code: 0, err: '' });
    expect(contentOf(target)).toEqual({ 'a.txt': 'one' });
  });

  it('lists the others when one library cannot be read', async () => {
    const { path, id, gone } = await withoutDatabase();
    const packs = join(path, 'storage', id, 'packs');
    const [pack] = readdirSync(packs);
    rmSync(join(packs, pack ?? ''));
    mkdirSync(join(packs, pack ?? ''));
    const { code, out } = await script(path, 'list');
    expect(code).toBe(1);
    expect(out).toMatch(new RegExp(`^${id} {2}cannot be read: EISDIR`, 'm'));
    expect(out).toContain(`${gone}  `);
  });

  it('explains itself, and refuses what it cannot do', async () => {
    const { path } = await withoutDatabase();
    const { code, err } = await script(path);
    expect(code).toBe(2);
    expect(err).toContain('restore <library> <folder>');
    expect(await script(path, 'restore', 'Unknown', targetFolder())).toMatchObject({ code: 1 });
    expect((await script(path, 'restore', 'Papers', path)).err).toContain('is not empty');
    expect((await script(path, 'restore', 'Papers', targetFolder(), '--at', 'ffff')).err).toContain(
      'no such version',
    );
  });
});
