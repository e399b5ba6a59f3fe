import { describe, expect, it } from 'vitest';
import type { Dirent } from '../../../../src-main/core/objects/dir-object.ts';
import type { ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import { walkTree } from '../../../../src-main/core/tree/walk.ts';
import { createReadDir } from '../../../../src-main/engine/reading/directory-reader.ts';
import { DirentCache } from '../../../../src-main/engine/reading/dirent-cache.ts';
import { fileDirent } from '../../../support/trees.ts';
import { turnsTaken } from '../../../support/turns-taken.ts';
import { unfoldingTree } from '../../../support/unfolding-tree.ts';

const filesOf = (count: number): Dirent[] =>
  Array.from({ length: count }, (_, at) => ({ ...fileDirent('same'), name: `${at}.jpg` }));

/** Reads from memory, where nothing waits. */
function readerOf(dirs: readonly { readonly id: ObjectId; readonly bytes: Buffer }[]) {
  const bytesOf = new Map<string, Buffer>(dirs.map(({ id, bytes }) => [id, bytes]));
  return createReadDir({ read: (_kind, id) => Promise.resolve(bytesOf.get(id) ?? Buffer.alloc(0)) });
}

async function count(entries: AsyncIterable<unknown>): Promise<number> {
  let found = 0;
  for await (const _ of entries) found += 1;
  return found;
}

describe('others have their turn', () => {
  it('after each two thousand rows of a tree that names one small folder over and over', async () => {
    const { rootId, dirs } = unfoldingTree([10, 20], filesOf(100));
    const { turns, result } = await turnsTaken(() => count(walkTree(readerOf(dirs), rootId)));
    expect(result).toBe(20_210);
    expect(turns).toBeGreaterThanOrEqual(10);
  });

  it('as often where each folder is looked up by a reader of its own', async () => {
    const { dirs } = unfoldingTree([], filesOf(100));
    const [folder] = dirs;
    const { turns } = await turnsTaken(async () => {
      for (let time = 0; time < 200; time += 1) await readerOf(dirs)(folder?.id as ObjectId);
    });
    expect(turns).toBeGreaterThanOrEqual(10);
  });

  it('as often where folders hold next to nothing', async () => {
    const { rootId, dirs } = unfoldingTree([40, 50], filesOf(1));
    const { turns } = await turnsTaken(() => count(walkTree(readerOf(dirs), rootId)));
    expect(turns).toBeGreaterThanOrEqual(10);
  });

  it('as often where the rows are kept in memory', async () => {
    const kept = new DirentCache();
    const rows = filesOf(1_100);
    const { turns } = await turnsTaken(async () => {
      for (let time = 0; time < 30; time += 1) await kept.of('long', () => Promise.resolve(rows));
    });
    expect(turns).toBeGreaterThanOrEqual(10);
  });
});
