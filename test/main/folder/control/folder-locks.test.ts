import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { encryptBlock, fileKeyOf } from '../../../../src-main/core/library/encryption.ts';
import type { LibraryEncryption } from '../../../../src-main/core/library/library.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { decodeFile, encodeFile } from '../../../../src-main/core/objects/file-object.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import type { TreeChange } from '../../../../src-main/core/tree/apply.ts';
import recorded from '../../../fixtures/vectors/encrypted.json' with { type: 'json' };
import { filesBelow } from '../../../support/disk-store.ts';
import {
  type FolderWorld,
  OWNER,
  openFolderWorld,
  type Place,
  temporaryPlace,
} from '../../../support/folder-world.ts';
import { type MemorySecrets, memorySecrets } from '../../../support/memory-secrets.ts';
import { V3, V4 } from '../../../support/recorded-encryption.ts';
import { fileDirent } from '../../../support/trees.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 30_000 });

const PASSWORD = 'canary-Passwort-7391';
const CANARY = 'canary-plaintext-5518';
const LOCKED = {
  state: 'error',
  encryption: 'locked',
  message: 'The library is locked: enter its password.',
};

let place: Place;
let secrets: MemorySecrets;
let world: FolderWorld;

beforeEach(async () => {
  place = temporaryPlace();
  secrets = memorySecrets();
  world = await openFolderWorld(place, {}, secrets);
});

const read = (path: string) => readFileSync(join(place.root, path), 'utf8');
const names = () =>
  readdirSync(place.root)
    .filter((name) => !name.startsWith('.'))
    .sort();

async function linkNew(remember = false) {
  const folder = await world.folders.link(
    { path: place.root, name: 'Secret', encrypt: true, password: PASSWORD, remember },
    OWNER,
  );
  await world.folders.whenIdle(folder.id);
  return folder;
}

async function restart() {
  await world.close();
  world = await openFolderWorld(place, {}, secrets);
  world.folders.startAll();
}

function encryptionOf(libraryId: string): LibraryEncryption {
  const { encryption } = world.library(libraryId);
  if (encryption === null) throw new Error('the library is plain');
  return encryption;
}

/** What another client does with the password: stores an encrypted text and puts it at the path. */
async function putElsewhere(libraryId: string, path: string, text: string): Promise<void> {
  const fileKey = await fileKeyOf(encryptionOf(libraryId), PASSWORD);
  const block = encryptBlock(fileKey, Buffer.from(text));
  const file = encodeFile({ blockIds: [objectIdOf(block)], sizeBytes: Buffer.byteLength(text) });
  const objects = world.objectsOf(libraryId);
  await objects.write('block', objectIdOf(block), block);
  await objects.write('fs', file.id, file.bytes);
  const put: TreeChange = {
    op: 'put',
    path,
    dirent: { ...fileDirent(text), id: file.id, modifier: 'other@example.com' },
  };
  await world.change(libraryId, [put]);
}

/** Files of the data folder in which a text stands. */
function filesWith(text: string): string[] {
  const needles = [Buffer.from(text), Buffer.from(Buffer.from(text).toString('hex'))];
  return filesBelow(place.dataDir).filter((path) => {
    const bytes = readFileSync(join(place.dataDir, path));
    return needles.some((needle) => bytes.includes(needle));
  });
}

async function blocksOf(libraryId: string, path: string) {
  const entry = await world.entry(libraryId, path);
  if (entry?.kind !== 'file') throw new Error(`no file ${path}`);
  const bytes = await world.objectsOf(libraryId).read('fs', entry.id);
  return { id: entry.id, sizeBytes: entry.sizeBytes, blockIds: decodeFile(entry.id, bytes).blockIds };
}

describe('a folder linked to an encrypted library', () => {
  it('goes in encrypted, with the sizes of the plain files, and equal content as one block', async () => {
    place.write('a.txt', CANARY);
    place.write('deep/b.txt', CANARY);
    place.write('empty.txt', '');
    place.write('large.bin', Buffer.alloc(3_000_000, CANARY));
    const { id, library_id } = await linkNew();
    expect(world.folders.find(id)).toMatchObject({
      state: 'idle',
      encryption: 'unlocked',
      remembered: false,
    });
    expect(encryptionOf(library_id).version).toBe(4);
    const a = await blocksOf(library_id, '/a.txt');
    expect(a).toEqual(await blocksOf(library_id, '/deep/b.txt'));
    expect(a.sizeBytes).toBe(CANARY.length);
    const block = await world.objectsOf(library_id).read('block', a.blockIds[0] ?? '');
    expect(block).toHaveLength(32);
    expect(world.library(library_id)).toMatchObject({
      fileCount: 4,
      sizeBytes: 3_000_000 + 2 * CANARY.length,
    });
    await world.folders.stopAll();
    expect(filesWith(CANARY)).toEqual([]);
    expect(filesWith(PASSWORD)).toEqual([]);
    const { key } = await fileKeyOf(encryptionOf(library_id), PASSWORD);
    const holders = filesBelow(place.dataDir).filter((path) => {
      const bytes = readFileSync(join(place.dataDir, path));
      return bytes.includes(key) || bytes.includes(key.toString('hex'));
    });
    expect(holders).toEqual([]);
  });

  it('comes back decrypted in another folder, and follows edits from elsewhere', async () => {
    place.write('a.txt', CANARY);
    place.write('large.bin', Buffer.alloc(3_000_000, 'xy'));
    const { library_id } = await linkNew();
    const root = join(place.base, 'second');
    mkdirSync(root);
    const second = await world.folders.link({ path: root, library: library_id, password: PASSWORD }, OWNER);
    await world.folders.whenIdle(second.id);
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe(CANARY);
    expect(readFileSync(join(root, 'large.bin')).equals(Buffer.alloc(3_000_000, 'xy'))).toBe(true);
    await putElsewhere(library_id, '/a.txt', 'edited elsewhere');
    await putElsewhere(library_id, '/new.txt', 'made elsewhere');
    await world.until(
      'the folder follows',
      () => names().length === 3 && read('a.txt') === 'edited elsewhere',
    );
    expect(read('new.txt')).toBe('made elsewhere');
    await world.until('the second follows', () => existsSync(join(root, 'new.txt')));
  });

  it('finds nothing to do when it looks again, since the same content makes the same blocks', async () => {
    place.write('a.txt', CANARY);
    const { id, library_id } = await linkNew();
    place.write('a.txt', CANARY);
    await world.folders.rescan(id);
    await world.folders.whenIdle(id);
    expect(world.library(library_id).headSeq).toBe(2);
  });
});

describe('a locked library', () => {
  it('is left alone after a restart, and goes on when it is unlocked', async () => {
    place.write('a.txt', CANARY);
    place.write('gone.txt', 'g');
    const { id, library_id } = await linkNew();
    await restart();
    await world.folders.whenIdle(id);
    expect(world.folders.find(id)).toMatchObject({ ...LOCKED, remembered: false });
    rmSync(join(place.root, 'gone.txt'));
    place.write('new.txt', 'n');
    await putElsewhere(library_id, '/other.txt', 'made elsewhere');
    await world.folders.rescan(id);
    await world.folders.whenIdle(id);
    expect(world.folders.find(id)).toMatchObject(LOCKED);
    expect(world.reads).toEqual([]);
    expect(names()).toEqual(['a.txt', 'new.txt']);
    expect(world.library(library_id).headSeq).toBe(3);

    const answer = await world.folders.unlock(id, { password: PASSWORD, remember: false }, OWNER);
    expect(answer).toMatchObject({ encryption: 'unlocked', remembered: false, message: '' });
    await world.folders.whenIdle(id);
    expect(names()).toEqual(['a.txt', 'new.txt', 'other.txt']);
    expect([read('a.txt'), read('other.txt')]).toEqual([CANARY, 'made elsewhere']);
    expect(await world.entry(library_id, '/gone.txt')).toBeNull();
    expect((await blocksOf(library_id, '/new.txt')).sizeBytes).toBe(1);
  });

  it('reads and writes nothing any more from the moment somebody locks it', async () => {
    place.write('a.txt', 'one');
    const { id, library_id } = await linkNew(true);
    expect(world.folders.find(id)).toMatchObject({ remembered: true });
    const locked = await world.folders.lock(id);
    expect(locked).toMatchObject({ encryption: 'locked', remembered: false });
    expect([...secrets.kept]).toEqual([]);
    await putElsewhere(library_id, '/other.txt', 'made elsewhere');
    place.write('a.txt', 'two');
    await world.folders.whenIdle(id);
    expect(world.folders.find(id)).toMatchObject(LOCKED);
    expect(names()).toEqual(['a.txt']);
    expect(world.library(library_id).headSeq).toBe(3);
    await expect(world.folders.lock(id)).resolves.toMatchObject({ encryption: 'locked' });
  });

  it('is what a library becomes whose password was changed', async () => {
    place.write('a.txt', 'one');
    const { id, library_id } = await linkNew();
    const encryption = { ...encryptionOf(library_id), magic: 'f'.repeat(64) };
    const caller = { email: 'other@example.com', isAdmin: true };
    await world.changeLibrary.changeRecord({
      libraryId: library_id as LibraryId,
      change: { encryption },
      author: caller.email,
      asksFirst: false,
      description: 'Changed',
    });
    expect(world.folders.find(id).encryption).toBe('locked');
    place.write('a.txt', 'two');
    await world.until('the folder notices', () => world.folders.find(id).state === 'error');
    expect(world.folders.find(id)).toMatchObject(LOCKED);
    expect(world.library(library_id).headSeq).toBe(3);
    const old = world.folders.unlock(id, { password: PASSWORD, remember: false }, OWNER);
    await expect(old).rejects.toMatchObject({ code: 'password-wrong' });
  });

  it('stays locked for a wrong password, and lets nobody guess fast', async () => {
    const { id } = await linkNew();
    await restart();
    const guess = () => world.folders.unlock(id, { password: 'wrong', remember: true }, OWNER);
    for (let tries = 0; tries < 5; tries++)
      await expect(guess()).rejects.toMatchObject({ code: 'password-wrong' });
    await expect(guess()).rejects.toMatchObject({ code: 'throttled' });
    expect(world.folders.find(id).encryption).toBe('locked');
    expect([...secrets.kept]).toEqual([]);
  });
});

describe('a remembered key', () => {
  it('unlocks at the next start, and is not the password', async () => {
    place.write('a.txt', 'one');
    const { id, library_id } = await linkNew(true);
    expect([...secrets.kept.keys()]).toEqual([`${library_id} test-data`]);
    expect([...secrets.kept.values()].join()).not.toContain(PASSWORD);
    await restart();
    place.write('b.txt', 'two');
    await world.until('it is unlocked', () => world.folders.find(id).encryption === 'unlocked');
    await world.folders.whenIdle(id);
    expect(world.folders.find(id)).toMatchObject({ state: 'idle', remembered: true, message: '' });
    expect((await blocksOf(library_id, '/b.txt')).sizeBytes).toBe(3);
    await world.folders.unlink(id);
    expect([...secrets.kept]).toEqual([]);
  });

  it('is told about when the computer has no keychain; all the rest works', async () => {
    secrets.isBroken = true;
    place.write('a.txt', 'one');
    const folder = await linkNew(true);
    expect(folder).toMatchObject({
      encryption: 'unlocked',
      remembered: false,
      secrets: 'unavailable',
      secrets_reason: 'The keychain of this computer is broken.',
      secrets_said: { code: 'asItIs' },
    });
    expect((await blocksOf(folder.library_id, '/a.txt')).sizeBytes).toBe(3);
    await restart();
    await world.folders.whenIdle(folder.id);
    expect(world.folders.find(folder.id)).toMatchObject(LOCKED);
  });

  it('is of no use once the library has another password', async () => {
    const { id, library_id } = await linkNew(true);
    const encryption = { ...encryptionOf(library_id), magic: 'f'.repeat(64) };
    const caller = { email: 'other@example.com', isAdmin: true };
    await world.changeLibrary.changeRecord({
      libraryId: library_id as LibraryId,
      change: { encryption },
      author: caller.email,
      asksFirst: false,
      description: 'Changed',
    });
    await restart();
    await world.folders.whenIdle(id);
    expect(world.folders.find(id)).toMatchObject({ ...LOCKED, remembered: false });
  });
});

describe('linking', () => {
  const link = (wanted: object) => world.folders.link({ path: place.root, ...wanted }, OWNER);

  it.each([
    [{ encrypt: true }, { code: 'argument-missing', detail: { field: 'password' } }],
    [
      { encrypt: true, password: 'eleven-long' },
      { code: 'argument-invalid', detail: { field: 'password', reason: 'too-short' } },
    ],
    [{ password: PASSWORD }, { code: 'argument-missing', detail: { field: 'encrypt' } }],
  ])('to a new library with %j is refused', async (wanted, refusal) => {
    await expect(link(wanted)).rejects.toMatchObject(refusal);
    expect([world.folders.list(), names()]).toEqual([[], []]);
  });

  it('to an encrypted library takes its password; to a plain one it takes none', async () => {
    const plain = await world.libraries.create(OWNER, { name: 'Plain' });
    const secret = await world.libraries.create(OWNER, { name: 'Secret', password: PASSWORD });
    const library = secret.view.library.id;
    await expect(link({ library })).rejects.toMatchObject({
      code: 'argument-missing',
      detail: { field: 'password' },
    });
    await expect(link({ library, password: 'wrong' })).rejects.toMatchObject({
      code: 'password-wrong',
      detail: { field: 'password' },
    });
    await expect(link({ library: plain.view.library.id, password: PASSWORD })).rejects.toMatchObject({
      code: 'library-not-encrypted',
    });
    expect(world.folders.list()).toEqual([]);
    expect(await link({ library, password: PASSWORD })).toMatchObject({ encryption: 'unlocked' });
  });
});

const REFERENCE = { libraryId: 'd17bf8ca-3019-40ee-8fdb-0258c89fb762', password: 'test_enc_repo' };

describe('blocks as other clients make them', () => {
  const { v2 } = recorded;
  it.each([
    {
      label: 'version 2',
      libraryId: v2.repo_id,
      password: v2.password,
      encryption: {
        version: 2 as const,
        magic: v2.magic,
        randomKey: v2.random_key,
        salt: '',
        passwordHash: null,
      },
      blocks: v2.blocks.map(({ plain_hex, id }) => ({ plain: Buffer.from(plain_hex, 'hex'), id })),
    },
    {
      ...{ label: 'version 3', ...REFERENCE, encryption: V3 },
      blocks: [{ plain: Buffer.from('hello\n'), id: 'eab86638a412c21972c76a5aaea3fd90106f58e4' }],
    },
    {
      ...{ label: 'version 4', ...REFERENCE, encryption: V4 },
      blocks: [{ plain: Buffer.from('hello\n'), id: '64e471bfb4731ad96cee4543ca1f6d905b858203' }],
    },
  ])(
    'come from a folder linked to a library of $label',
    async ({ libraryId, password, encryption, blocks }) => {
      const client = { libraryId: libraryId as LibraryId, encryption };
      await world.libraries.create(OWNER, { name: 'Theirs', client });
      for (const [at, { plain }] of blocks.entries()) place.write(`${at}.bin`, plain);
      const { id } = await world.folders.link({ path: place.root, library: libraryId, password }, OWNER);
      await world.folders.whenIdle(id);
      for (const [at, block] of blocks.entries()) {
        const file = await blocksOf(libraryId, `/${at}.bin`);
        expect(file).toMatchObject({ sizeBytes: block.plain.length, blockIds: [block.id] });
      }
    },
  );
});
