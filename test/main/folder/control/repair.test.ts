import { beforeEach, describe, expect, it } from 'vitest';
import { DomainError } from '../../../../src-main/core/errors.ts';
import { RACY_CTIME_MS } from '../../../../src-main/core/folder/folder-entry.ts';
import { encodeFile } from '../../../../src-main/core/objects/file-object.ts';
import { EMPTY_ID, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { readAgain, rowsWith } from '../../../../src-main/folder/control/repair.ts';
import { MemoryIndex } from '../../../simulation/memory-index.ts';
import { folderRow } from '../../../support/folder-rows.ts';

const BLOCK = objectIdOf('block');
const FILE = encodeFile({ blockIds: [objectIdOf('first'), BLOCK], sizeBytes: 10 });
const OTHER = encodeFile({ blockIds: [objectIdOf('first')], sizeBytes: 5 });
const DAMAGED = encodeFile({ blockIds: [BLOCK], sizeBytes: 6 });

let index: MemoryIndex;

beforeEach(() => {
  index = new MemoryIndex();
  const contents = { a: FILE.id, 'd/copy': FILE.id, other: OTHER.id, damaged: DAMAGED.id, empty: EMPTY_ID };
  index.rows.set('d', folderRow('d/'));
  for (const [path, objectId] of Object.entries(contents))
    index.rows.set(path, folderRow(path, { objectId }));
});

const objects = {
  read: async (_kind: 'block' | 'fs', id: string) => {
    if (id === DAMAGED.id) throw new DomainError('object-corrupt', {});
    return id === FILE.id ? FILE.bytes : OTHER.bytes;
  },
};
const namesWith = async (kind: 'block' | 'fs' | 'commit', id: string) =>
  (await rowsWith({ kind, id }, { index, objects, folderKey: 1 })).map(({ name }) => name).sort();

describe('the files of a linked folder that have a damaged object in them', () => {
  it('are those with the block, as far as their own objects can be read', async () => {
    expect(await namesWith('block', BLOCK)).toEqual(['a', 'copy']);
  });

  it('are those of the file object, whether or not that can be read', async () => {
    expect(await namesWith('fs', DAMAGED.id)).toEqual(['damaged']);
    expect(await namesWith('fs', EMPTY_ID)).toEqual(['empty']);
  });

  it('are none for a commit', async () => {
    expect(await namesWith('commit', FILE.id)).toEqual([]);
  });

  it('are read again by the next scan, unless they have other content by now', () => {
    const rows = ['a', 'd/copy', 'other'].map((path) => index.find(1, path) ?? expect.unreachable(path));
    index.rows.set('d/copy', folderRow('d/copy', { objectId: OTHER.id }));
    index.rows.delete('other');
    expect(readAgain(rows, { index, folderKey: 1 })).toEqual([
      folderRow('a', { objectId: FILE.id, ctimeMs: RACY_CTIME_MS }),
    ]);
  });
});
