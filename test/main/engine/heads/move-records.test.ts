import { expect, it } from 'vitest';
import { EMPTY_ID } from '../../../../src-main/core/objects/object-id.ts';
import { createMoveRecords } from '../../../../src-main/engine/heads/move-records.ts';
import { recordFields } from '../../../../src-main/engine/heads/planned-move.ts';
import { prepareMove } from '../../../../src-main/engine/heads/prepared-move.ts';
import { createSealCommit } from '../../../../src-main/engine/heads/seal-commit.ts';
import { createReadDir } from '../../../../src-main/engine/reading/directory-reader.ts';
import { libraryWorld } from '../../../support/library-world.ts';

it('a move is on record with its commit, and a merged commit right before it', async () => {
  const { stores, clock, addLibrary, pending } = await libraryWorld();
  const id = await addLibrary();
  const library = stores.libraryTable.find(id);
  if (library === null) throw new Error('the library is there');
  const store = stores.objects.library(id);
  const seal = createSealCommit({ ...stores, clock });
  const fields = {
    ...{ rootId: EMPTY_ID, parentId: library.headId, authorEmail: 'anna@example.com' },
    ...{ deviceName: null, ...recordFields(library) },
  };
  const pushed = seal(id, { ...fields, description: 'pushed' });
  const commit = seal(
    id,
    { ...fields, description: 'merge' },
    { secondParentId: pushed.id, hasConflict: false },
  );
  const mergedIn = { commit: pushed, changes: [] };
  const move = { library, commit, changes: [], mergedIn, store, readDir: createReadDir(store) };
  const prepared = await prepareMove(stores, move);
  const { record } = createMoveRecords({ ...stores, clock, pending });
  stores.transaction(() => record(prepared, { changesWritten: false }));
  expect(stores.libraryTable.find(id)).toMatchObject({ headId: commit.id, headSeq: 3 });
  expect([2, 3].map((seq) => stores.historyTable.findBySeq(id, seq)?.description)).toEqual([
    'pushed',
    'merge',
  ]);
});
