import { expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { type CommitId, EMPTY_ID } from '../../../../src-main/core/objects/object-id.ts';
import { planTrashUpdate } from '../../../../src-main/engine/heads/trash-update.ts';
import type { InsidePage, TrashItem } from '../../../../src-main/store/sqlite/trash.ts';
import { type TreeLiteral, TreeStore } from '../../../support/trees.ts';
import { turnsTaken } from '../../../support/turns-taken.ts';

const COMMIT_ID = 'c'.repeat(40) as CommitId;
const FOLDERS = 30;
const FILES = 100;

/** Deletions of every file of a folder, by path, as the trash index pages through them. */
function deletedInside(folder: string) {
  const items = Array.from({ length: FOLDERS * FILES }, (_, at): TrashItem => {
    const path = `${folder}/${100 + Math.floor(at / FILES)}/${1_000 + (at % FILES)}`;
    const what = { isDir: false, objectId: EMPTY_ID, sizeBytes: 1 };
    return {
      trashId: at + 1,
      path,
      ...what,
      deletedAtSeconds: 1,
      deletedBy: 'me',
      commitId: COMMIT_ID,
    };
  });
  const asked: number[] = [];
  const inside = (_library: LibraryId, _path: string, { after, limit }: InsidePage) => {
    asked.push(limit);
    const from = after === null ? 0 : items.findIndex(({ trashId }) => trashId === after.trashId) + 1;
    return items.slice(from, from + limit);
  };
  return { trashTable: { inside }, asked };
}

it('what came back inside of a folder is looked up page by page, and each folder read once', async () => {
  const store = new TreeStore();
  const files: TreeLiteral = Object.fromEntries(
    Array.from({ length: FILES / 2 }, (_, at) => [`${1_000 + at}`, 'x']),
  );
  const folders = Array.from({ length: FOLDERS }, (_, at) => [
    `${100 + at}`,
    { ...files, [`only ${at}`]: 'y' },
  ]);
  const rootId = store.build({ d: Object.fromEntries(folders) });
  const { trashTable, asked } = deletedInside('/d');
  const { turns, result } = await turnsTaken(() =>
    planTrashUpdate({
      trashTable,
      readDir: store.readDir,
      library: { id: '' as LibraryId, headId: COMMIT_ID },
      commit: { rootId, ctimeSeconds: 2, authorEmail: 'me' },
      changes: [
        {
          op: 'newdir',
          path: '/d',
          newPath: '',
          isDir: true,
          objectId: rootId,
          sizeBytes: 0,
          oldSizeBytes: 0,
        },
      ],
    }),
  );
  expect(result.returnedItems).toHaveLength((FOLDERS * FILES) / 2);
  expect(asked).toEqual([1_000, 1_000, 1_000, 1_000]);
  expect(turns).toBeGreaterThanOrEqual(3);
  // The root, the folder, and thirty in it.
  expect(store.reads).toHaveLength(2 + FOLDERS);
});
