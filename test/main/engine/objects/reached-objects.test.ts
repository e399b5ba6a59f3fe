import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { encodeDir } from '../../../../src-main/core/objects/dir-object.ts';
import { encodeFile } from '../../../../src-main/core/objects/file-object.ts';
import { type ObjectId, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { ReachedObjects } from '../../../../src-main/engine/objects/reached-objects.ts';
import { createMemoryObjectStore } from '../../../support/memory-object-store.ts';
import { fileDirent } from '../../../support/trees.ts';
import { turnsTaken } from '../../../support/turns-taken.ts';

it('a folder of more rows than a call takes arguments is followed, though nothing is known to need it', async () => {
  const store = createMemoryObjectStore().library('00000000-0000-4000-8000-000000000001' as LibraryId);
  const row = fileDirent('same');
  const dir = encodeDir(Array.from({ length: 130_000 }, (_, at) => ({ ...row, name: `${at}` })));
  await store.write('fs', dir.id, dir.bytes);
  const reached = new ReachedObjects(store);
  await reached.addLoose(dir.id);
  expect(reached.has('fs', dir.id)).toBe(true);
  expect(reached.has('fs', row.id)).toBe(true);
});

describe('others have their turn while the blocks of one long file are followed', () => {
  async function longFile() {
    const store = createMemoryObjectStore().library('00000000-0000-4000-8000-000000000001' as LibraryId);
    const block = objectIdOf('block');
    await store.write('block', block, Buffer.from('block'));
    const blockIds = [...Array<ObjectId>(30_000).fill(block), objectIdOf('last')];
    const file = encodeFile({ blockIds, sizeBytes: 30_001 });
    await store.write('fs', file.id, file.bytes);
    return { store, reached: new ReachedObjects(store), fileId: file.id };
  }

  it('that a tree names', async () => {
    const { store, reached, fileId } = await longFile();
    const dir = encodeDir([{ ...fileDirent('same'), id: fileId, name: 'long' }]);
    await store.write('fs', dir.id, dir.bytes);
    const { turns } = await turnsTaken(() => reached.addTree(dir.id, () => undefined));
    expect(reached.has('block', objectIdOf('last'))).toBe(true);
    expect(turns).toBeGreaterThanOrEqual(15);
  });

  it('that nothing is known to need', async () => {
    const { reached, fileId } = await longFile();
    const { turns } = await turnsTaken(() => reached.addLoose(fileId));
    expect(reached.has('block', objectIdOf('last'))).toBe(true);
    expect(turns).toBeGreaterThanOrEqual(15);
  });
});
