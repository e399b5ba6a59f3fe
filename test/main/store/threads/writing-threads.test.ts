import { existsSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { encodeFile } from '../../../../src-main/core/objects/file-object.ts';
import { EMPTY_ID, type ObjectId, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import type { LibraryObjects, NewFile } from '../../../../src-main/store/objects/object-store.ts';
import { type OpenDiskStore, openDiskStore, temporaryDataFolder } from '../../../support/disk-store.ts';
import { fakeClock } from '../../../support/fake-clock.ts';
import { expectProgram } from '../../../support/file-modes.ts';
import { writingThreadsFor } from '../../../support/writing-threads.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
/** Blocks of this size have files of their own. */
const LARGE_BYTES = 1_100_000;

describe('writing files out in threads', () => {
  let folder: ReturnType<typeof temporaryDataFolder>;
  let opened: OpenDiskStore;
  let library: LibraryObjects;
  const clock = fakeClock();

  beforeEach(async () => {
    folder = temporaryDataFolder();
    mkdirSync(join(folder.path, 'out'));
    opened = await openDiskStore(folder.path, {
      writingThreads: writingThreadsFor(folder.path),
      nowSeconds: clock.nowSeconds,
    });
    library = opened.store.library(LIBRARY);
  });

  afterEach(async () => {
    await opened.abandon();
    folder.remove();
  });

  const outPath = (name: string) => join(folder.path, 'out', name);

  function fileOf(name: string, id: ObjectId): NewFile {
    return { path: outPath(name), id, mtimeSeconds: 1_600_000_000, isExecutable: false };
  }

  /** Stores a file of these blocks, said to be as long as they are. */
  async function store(
    name: string,
    blocks: readonly (string | Buffer)[],
    sizeBytes?: number,
  ): Promise<NewFile> {
    for (const block of blocks) await library.write('block', objectIdOf(block), Buffer.from(block));
    const length = blocks.reduce((sum, block) => sum + Buffer.from(block).length, 0);
    const object = encodeFile({ blockIds: blocks.map(objectIdOf), sizeBytes: sizeBytes ?? length });
    await library.write('fs', object.id, object.bytes);
    return fileOf(name, object.id);
  }

  /** Files `0` to `19`, each of a text of its own, on record. */
  async function twenty(): Promise<NewFile[]> {
    const files = [];
    for (let at = 0; at < 20; at += 1) files.push(await store(String(at), [`text ${at}`]));
    await library.flush();
    return files;
  }

  it('writes what lies in packs and in files of their own, with times and the executable bit', async () => {
    const large = Buffer.alloc(LARGE_BYTES, 'large');
    const files = [
      ...(await twenty()),
      await store('many-blocks', ['one ', large, 'one ', 'two']),
      { ...(await store('run.sh', ['#!/bin/sh\n'])), isExecutable: true },
      fileOf('empty', EMPTY_ID),
      // So many blocks that the file object is deflated.
      await store('deflated', 'abcdefghijklmnopqrstuvwxyz'.split('')),
    ];
    await library.flush();
    expect(await library.writeOut(files)).toEqual([]);
    const texts = Array.from({ length: 20 }, (_, at) => readFileSync(outPath(String(at)), 'utf8'));
    expect(texts).toEqual(Array.from({ length: 20 }, (_, at) => `text ${at}`));
    const manyBlocks = Buffer.concat([Buffer.from('one '), large, Buffer.from('one two')]);
    expect(readFileSync(outPath('many-blocks')).equals(manyBlocks)).toBe(true);
    expect(readFileSync(outPath('empty'), 'utf8')).toBe('');
    expect(readFileSync(outPath('deflated'), 'utf8')).toBe('abcdefghijklmnopqrstuvwxyz');
    expect(statSync(outPath('run.sh')).mtimeMs).toBe(1_600_000_000_000);
    expectProgram(outPath('run.sh'), true);
    expectProgram(outPath('0'), false);
  });

  it('leaves a file to the caller that is larger than its row can have said', async () => {
    const files = await twenty();
    const block = Buffer.alloc(LARGE_BYTES, 'x');
    const repeated = await store('repeated', Array(4).fill(block));
    await library.flush();
    expect(await library.writeOut([...files, repeated])).toEqual([20]);
    expect(existsSync(repeated.path)).toBe(false);
  });

  it('leaves a few files to the caller while there is no thread, and takes them when there is one', async () => {
    const files = await twenty();
    expect(await library.writeOut(files.slice(0, 3))).toEqual([0, 1, 2]);
    expect(existsSync(outPath('0'))).toBe(false);
    expect(await library.writeOut(files.slice(3))).toEqual([]);
    expect(await library.writeOut(files.slice(0, 3))).toEqual([]);
    expect(readFileSync(outPath('0'), 'utf8')).toBe('text 0');
  });

  it('leaves files whose content is not there, not yet on record or not as long as it should be', async () => {
    const missing = fileOf('missing', objectIdOf('nothing'));
    const noBlock = await store('no-block', []);
    const files = await twenty();
    const absentBlock = encodeFile({ blockIds: [objectIdOf('absent')], sizeBytes: 6 });
    await library.write('fs', absentBlock.id, absentBlock.bytes);
    const longer = await store('longer', ['short'], 6);
    const noFile = fileOf('no-file', objectIdOf('no file object'));
    await library.write('fs', noFile.id, Buffer.from('no file object'));
    await library.flush();
    const pending = await store('pending', ['not flushed']);
    const others = [missing, { ...noBlock, id: absentBlock.id }, longer, noFile, pending];
    expect(await library.writeOut([...others, ...files])).toEqual([0, 1, 2, 3, 4]);
    for (const { path } of others) expect(existsSync(path)).toBe(false);
    expect(readFileSync(outPath('19'), 'utf8')).toBe('text 19');
  });

  it('leaves files whose content is damaged, and writes their neighbours', async () => {
    const files = await twenty();
    const large = Buffer.alloc(LARGE_BYTES, 'large');
    const largeFiles = [
      await store('changed', [large]),
      await store('cut', [Buffer.alloc(LARGE_BYTES, 'cut')]),
    ];
    largeFiles.push(await store('longer', [Buffer.alloc(LARGE_BYTES, 'longer')]));
    await library.flush();
    damagePack('text 7');
    const block = (text: string) => {
      const id = objectIdOf(Buffer.alloc(LARGE_BYTES, text));
      return join(folder.path, 'storage', LIBRARY, 'blocks', id.slice(0, 2), id.slice(2));
    };
    writeFileSync(block('large'), Buffer.alloc(LARGE_BYTES, 'Large'));
    truncateSync(block('cut'), LARGE_BYTES - 1);
    truncateSync(block('longer'), LARGE_BYTES + 1);
    expect(await library.writeOut([...files, ...largeFiles])).toEqual([7, 20, 21, 22]);
    for (const name of ['7', 'changed', 'cut', 'longer']) expect(existsSync(outPath(name))).toBe(false);
    expect(readFileSync(outPath('6'), 'utf8')).toBe('text 6');
    expect(readFileSync(outPath('8'), 'utf8')).toBe('text 8');
  });

  it('leaves all files of a library with known damage, which each reading looks at anew', async () => {
    const files = await twenty();
    damagePack('text 7');
    await expect(library.read('block', objectIdOf('text 7'))).rejects.toMatchObject({
      code: 'object-corrupt',
    });
    expect(await library.writeOut(files)).toEqual([...files.keys()]);
    expect(existsSync(outPath('0'))).toBe(false);
  });

  it('reads no more at once than fits into 8 MiB', async () => {
    const files = await twenty();
    const fourMiB = (fill: string) => Buffer.alloc(4 * 1024 * 1024, fill);
    const large = [await store('a', [fourMiB('a')]), await store('b', [fourMiB('b')])];
    await library.flush();
    expect(await library.writeOut([...files, ...large])).toEqual([21]);
    expect(readFileSync(outPath('a')).equals(fourMiB('a'))).toBe(true);
    expect(await library.writeOut(large.slice(1))).toEqual([]);
  });

  it('overwrites nothing, and says at which file it ended', async () => {
    const files = await twenty();
    writeFileSync(outPath('12'), 'mine');
    await expect(library.writeOut(files)).rejects.toMatchObject({ code: 'EEXIST', path: outPath('12') });
    expect(readFileSync(outPath('12'), 'utf8')).toBe('mine');
    expect(readFileSync(outPath('11'), 'utf8')).toBe('text 11');
    expect(existsSync(outPath('13'))).toBe(false);
  });

  it('finds what a clean-up has moved to another pack since the pack was read', async () => {
    const unneeded = Buffer.alloc(100_000, 'unneeded');
    await library.write('block', objectIdOf(unneeded), unneeded);
    const files = await twenty();
    expect(await library.writeOut(files.slice(0, 16))).toEqual([]);
    const lastReferencedBeforeSeconds = clock.nowSeconds() + 1;
    await library.remove([{ kind: 'block', id: objectIdOf(unneeded) }], { lastReferencedBeforeSeconds });
    expect((await library.compact()).bytesFreed).toBeGreaterThan(90_000);
    expect(existsSync(packPath(1))).toBe(false);
    const again = files.map((file, at) => ({ ...file, path: outPath(`again-${at}`) }));
    expect(await library.writeOut(again)).toEqual([]);
    expect(readFileSync(outPath('again-0'), 'utf8')).toBe('text 0');
  });

  it('refuses the files that are lost with a thread', async () => {
    const files = await twenty();
    await opened.close();
    const path = join(folder.path, 'thread.mjs');
    writeFileSync(path, 'throw new Error("no memory");');
    const writingThreads = { ...writingThreadsFor(folder.path), code: pathToFileURL(path) };
    opened = await openDiskStore(folder.path, { writingThreads });
    await expect(opened.store.library(LIBRARY).writeOut(files)).rejects.toThrow(
      'The thread that writes files out ended.',
    );
  });

  it('tells whoever waits for it when the store is closed', async () => {
    const files = await twenty();
    const writing = library.writeOut(files).then(
      () => 'written',
      () => 'refused',
    );
    await opened.store.close();
    expect(['written', 'refused']).toContain(await writing);
    await expect(library.writeOut(files)).rejects.toThrow('The object store is closed.');
  });

  const packPath = (number: number) => join(folder.path, 'storage', LIBRARY, 'packs', `00000${number}.pack`);

  /** Changes a byte of a text in the only pack. */
  function damagePack(text: string): void {
    const path = packPath(1);
    const bytes = readFileSync(path);
    bytes.write('X', bytes.indexOf(text), 'latin1');
    writeFileSync(path, bytes);
  }
});
