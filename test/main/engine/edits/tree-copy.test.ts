import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { encodeDir } from '../../../../src-main/core/objects/dir-object.ts';
import { encodeFile } from '../../../../src-main/core/objects/file-object.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { TreeCopy } from '../../../../src-main/engine/edits/tree-copy.ts';
import type { ObjectKind } from '../../../../src-main/store/objects/object-store.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { createMemoryObjectStore } from '../../../support/memory-object-store.ts';
import { builtTree } from '../../../support/sync-device.ts';
import { fileDirent } from '../../../support/trees.ts';

const FILES = { a: 'one', e: { b: 'two', 'b again': 'two' }, empty: '' };

/** A tree in one library without the objects that are `lost`, and a copy of it into another one. */
async function copying(lost: readonly string[] = []) {
  const objects = createMemoryObjectStore();
  const from = objects.library('from' as LibraryId);
  const to = objects.library('to' as LibraryId);
  const tree = builtTree(FILES, 'anna@example.com');
  for (const [id, bytes] of tree.blocks) if (!lost.includes(id)) await from.write('block', id, bytes);
  for (const [id, bytes] of tree.fs) if (!lost.includes(id)) await from.write('fs', id, bytes);
  const sizes: number[] = [];
  const calledOff = new AbortController();
  const read: string[] = [];
  const parts = {
    from: {
      read: (kind: ObjectKind, id: string) => {
        read.push(id);
        return from.read(kind, id);
      },
    },
    to,
    signal: calledOff.signal,
    onBytes: (bytes: number) => void sizes.push(bytes),
  };
  return { copy: new TreeCopy(parts), parts, from, to, tree, sizes, read, calledOff };
}

/** A folder with a file of 13 blocks of 10 MiB, and what is done to copy it, as it is done. */
function largeFile() {
  const block = Buffer.alloc(10 * 1024 * 1024);
  const blockIds = Array.from({ length: 13 }, (_, at) => objectIdOf(`block ${at}`));
  const file = encodeFile({ blockIds, sizeBytes: 13 * block.length });
  const dir = encodeDir([{ ...fileDirent(''), name: 'large', id: file.id, sizeBytes: 13 * block.length }]);
  const done: string[] = [];
  const stores = {
    from: {
      read: async (kind: ObjectKind, id: string) =>
        kind === 'block' ? block : id === dir.id ? dir.bytes : file.bytes,
    },
    to: {
      has: () => false,
      write: async (kind: ObjectKind) => void done.push(kind),
      add: async () => {
        done.push('block');
        return objectIdOf('block');
      },
      flush: async () => void done.push('flush'),
    },
  };
  return { stores, rootId: dir.id, done };
}

const withBlock = (text: string) => builtTree({ x: text }, 'anna@example.com').fs.keys().next().value ?? '';

describe('a copy of trees', () => {
  it('keeps each object once, and tells the size of each', async () => {
    const { copy, to, tree, sizes } = await copying();
    await copy.add(tree.rootId);
    const stored = [...to.list()];
    // Two blocks and their files, the folder and the root.
    expect(stored).toHaveLength(6);
    expect(sizes.length).toBe(6);
    expect(stored.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)).toBe(sizes.reduce((a, b) => a + b, 0));
    await copy.add(tree.rootId);
    expect([sizes.length, copy.unreadable]).toEqual([6, 0]);
  });

  it('leaves out the blocks that are there, and keeps what names them', async () => {
    const { parts } = await copying();
    const { stores, rootId, done } = largeFile();
    const to = { ...stores.to, has: (kind: ObjectKind) => kind === 'block' };
    await new TreeCopy({ ...parts, ...stores, to }).add(rootId);
    expect(done).toEqual(['fs', 'fs']);
  });

  it.each([
    ['a block', objectIdOf('two'), 5],
    ['the object of a file', withBlock('two'), 4],
  ])('leaves out %s that cannot be read, counts it once, and keeps the rest', async (_words, lost, kept) => {
    const { copy, to, tree, read } = await copying([lost]);
    await copy.add(tree.rootId);
    expect([copy.unreadable, [...to.list()].length]).toEqual([1, kept]);
    expect(to.has('fs', tree.rootId)).toBe(true);
    expect(read.filter((id) => id === lost)).toHaveLength(1);
  });

  it('is of nothing where the root cannot be read', async () => {
    const { rootId } = builtTree(FILES, 'anna@example.com');
    const { copy, to } = await copying([rootId]);
    await copy.add(rootId);
    expect([copy.unreadable, [...to.list()].length]).toEqual([1, 0]);
  });

  it('ends where the disk is at fault', async () => {
    const { to, tree, parts } = await copying();
    const broken = new TreeCopy({ ...parts, from: { read: () => Promise.reject(new Error('EIO')) } });
    await expect(broken.add(tree.rootId)).rejects.toThrow('EIO');
    expect([...to.list()]).toEqual([]);
  });

  it('ends when it is called off, between two files as between two blocks', async () => {
    const { parts, calledOff, from, to } = await copying();
    const large = largeFile();
    const onBytes = () => calledOff.abort(new Error('called off'));
    const ofLarge = new TreeCopy({ ...parts, ...large.stores, onBytes });
    await expect(ofLarge.add(large.rootId)).rejects.toThrow('called off');
    expect(large.done).toEqual(['block']);
    const { rootId, fs } = builtTree({ empty: '' }, 'anna@example.com');
    await from.write('fs', rootId, fs.get(rootId) ?? Buffer.alloc(0));
    await expect(new TreeCopy(parts).add(rootId)).rejects.toThrow('called off');
    expect([...to.list()]).toEqual([]);
  });

  it('never keeps more than 64 MiB waiting for a flush', async () => {
    const { parts } = await copying();
    const { stores, rootId, done } = largeFile();
    await new TreeCopy({ ...parts, ...stores }).add(rootId);
    const seven = Array(7).fill('block');
    expect(done).toEqual([...seven, 'flush', ...seven.slice(1), 'fs', 'fs']);
  });

  it('refuses a tree that never ends as damaged', async () => {
    let made = 0;
    const from = {
      read: async () => {
        made += 1;
        const dirents = [{ id: objectIdOf(`level ${made}`), mode: 0o40000, mtime: 5, name: 'd' }];
        return Buffer.from(JSON.stringify({ dirents, type: 3, version: 1 }));
      },
    };
    const { parts } = await copying();
    const copy = new TreeCopy({ ...parts, from });
    expect(await refusalOf(() => copy.add(objectIdOf('level 0')))).toMatchObject({
      code: 'object-corrupt',
      detail: { reason: 'too-deep' },
    });
    expect(made).toBe(257);
  });
});
