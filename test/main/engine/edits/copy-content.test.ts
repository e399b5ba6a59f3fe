import { expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type { Dirent } from '../../../../src-main/core/objects/dir-object.ts';
import { encodeFile } from '../../../../src-main/core/objects/file-object.ts';
import { type ObjectId, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { copyContent } from '../../../../src-main/engine/edits/copy-content.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { createMemoryObjectStore } from '../../../support/memory-object-store.ts';
import { builtTree, type PushedFiles } from '../../../support/sync-device.ts';
import { fileDirent } from '../../../support/trees.ts';
import { turnsTaken } from '../../../support/turns-taken.ts';

/** A store with this tree in one library, and the folder that holds it as an item. */
async function stored(files: PushedFiles) {
  const objects = createMemoryObjectStore();
  const from = objects.library('from' as LibraryId);
  const { rootId, fs, blocks } = builtTree(files, 'anna@example.com');
  for (const [id, bytes] of blocks) await from.write('block', id, bytes);
  for (const [id, bytes] of fs) await from.write('fs', id, bytes);
  const item: Dirent = { kind: 'dir', name: 'd', id: rootId, mode: 0o40000, mtimeSeconds: 5 };
  return { from, item, to: objects.library('to' as LibraryId), objects: fs.size + blocks.size };
}

it('a folder is copied with all that is in it, and each of its files is told', async () => {
  const { from, to, item, objects } = await stored({
    a: 'one',
    e: { b: 'two', c: { d: 'three' } },
    empty: '',
  });
  let files = 0;
  await copyContent({ from, to, items: [item], onFile: () => (files += 1) });
  await to.flush();
  expect([...to.list()]).toHaveLength(objects);
  expect((await to.read('fs', item.id)).equals(await from.read('fs', item.id))).toBe(true);
  expect((await to.read('block', objectIdOf('three'))).toString()).toBe('three');
  expect(files).toBe(4);
});

it('content comes before what names it, and a folder that is named twice is copied once', async () => {
  const twice = { x: 'text' };
  const { from, item } = await stored({ a: twice, b: twice });
  const written: string[] = [];
  const to = { write: async (kind: string) => void written.push(kind), flush: async () => undefined };
  await copyContent({ from, to, items: [item] });
  // The block, its file, the folder that both names mean, and the root.
  expect(written).toEqual(['block', 'fs', 'fs', 'fs']);
});

it('what is there already is written again, as garbage collection may be about to take it', async () => {
  const { from, item, objects } = await stored({ a: 'one' });
  let writes = 0;
  const write = async () => {
    writes += 1;
  };
  for (let times = 0; times < 2; times += 1)
    await copyContent({ from, to: { write, flush: async () => undefined }, items: [item] });
  expect(writes).toBe(2 * objects);
});

/** A file of 13 blocks of 10 MiB, and what is done to copy it, as it is done. */
function largeFile() {
  const block = Buffer.alloc(10 * 1024 * 1024);
  const blockIds = Array<ObjectId>(13).fill(objectIdOf('large'));
  const file = encodeFile({ blockIds, sizeBytes: 13 * block.length });
  const done: string[] = [];
  return {
    item: { ...fileDirent(''), name: 'large', id: file.id },
    from: { read: async (kind: string) => (kind === 'block' ? block : file.bytes) },
    to: { write: async (kind: string) => void done.push(kind), flush: async () => void done.push('flush') },
    done,
  };
}

it('no more than 64 MiB waits for a flush', async () => {
  const { item, done, ...stores } = largeFile();
  await copyContent({ ...stores, items: [item] });
  const seven = Array(7).fill('block');
  expect(done).toEqual([...seven, 'flush', ...seven.slice(1), 'fs']);
});

it('it ends when it is called off, between two files as between two blocks', async () => {
  const calledOff = AbortSignal.abort(new Error('called off'));
  const { from, to, item } = await stored({ empty: '' });
  await expect(copyContent({ from, to, items: [item], signal: calledOff })).rejects.toThrow('called off');
  const large = largeFile();
  const calling = new AbortController();
  const write = async (kind: string) => {
    await large.to.write(kind);
    calling.abort(new Error('called off'));
  };
  const copying = { from: large.from, to: { ...large.to, write }, items: [large.item] };
  await expect(copyContent({ ...copying, signal: calling.signal })).rejects.toThrow('called off');
  expect(large.done).toEqual(['block']);
});

it('nothing is written after something that is missing', async () => {
  const { from, to, item } = await stored({ a: 'one' });
  const lost: Dirent = { ...fileDirent('lost'), name: 'lost' };
  const copying = () => copyContent({ from, to, items: [lost, item] });
  expect(await refusalOf(copying)).toMatchObject({ code: 'object-missing' });
  expect([...to.list()]).toEqual([]);
});

it('a tree that never ends is refused as damaged', async () => {
  const folder = { kind: 'dir', mode: 0o40000, mtimeSeconds: 5 } as const;
  const to = { write: async () => undefined, flush: async () => undefined };
  let made = 0;
  const from = {
    read: async () => {
      made += 1;
      const id = objectIdOf(`level ${made}`);
      return Buffer.from(
        JSON.stringify({ dirents: [{ id, mode: 0o40000, mtime: 5, name: 'd' }], type: 3, version: 1 }),
      );
    },
  };
  const item: Dirent = { ...folder, name: 'd', id: objectIdOf('level 0') };
  expect(await refusalOf(() => copyContent({ from, to, items: [item] }))).toMatchObject({
    code: 'object-corrupt',
    detail: { reason: 'too-deep' },
  });
  expect(made).toBe(257);
});

it('the blocks of a large file are found in turns, wherever its object is read', async () => {
  const block = objectIdOf('x');
  const { id, bytes } = encodeFile({ blockIds: Array(60_000).fill(block), sizeBytes: 60_000 });
  const objects: Readonly<Record<string, Buffer>> = { [id]: bytes, [block]: Buffer.from('x') };
  let blocks = 0;
  const { turns } = await turnsTaken(() =>
    copyContent({
      from: { read: async (_kind, wanted) => objects[wanted] ?? Buffer.alloc(0) },
      to: {
        flush: async () => undefined,
        write: async (kind) => {
          if (kind === 'block') blocks += 1;
        },
      },
      items: [{ ...fileDirent('x'), name: 'large', id, sizeBytes: 60_000 }],
    }),
  );
  expect(blocks).toBe(60_000);
  expect(turns).toBeGreaterThanOrEqual(5);
});
