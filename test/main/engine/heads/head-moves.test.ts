import { expect, it } from 'vitest';
import type { Change } from '../../../../src-main/core/history/change.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { EMPTY_ID } from '../../../../src-main/core/objects/object-id.ts';
import { createHeadMoves } from '../../../../src-main/engine/heads/head-moves.ts';
import { recordFields } from '../../../../src-main/engine/heads/planned-move.ts';
import { createReadDir } from '../../../../src-main/engine/reading/directory-reader.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { libraryWorld } from '../../../support/library-world.ts';

/** Head moves of one library, with the next commit of it as far as a caller says it. */
async function moving(transaction?: (work: () => unknown) => unknown) {
  const { stores, clock, addLibrary } = await libraryWorld();
  const id = await addLibrary();
  const journalRecords = { recordPresent: async () => undefined };
  const moves = createHeadMoves({
    ...{ ...stores, clock, journalRecords, events: { emit: () => undefined } },
    ...(transaction === undefined ? {} : { transaction }),
  } as never);
  const library = moves.liveLibrary(id);
  const fields = {
    ...{ rootId: EMPTY_ID, parentId: library.headId, authorEmail: 'anna@example.com' },
    ...{ description: 'Nothing', deviceName: null, ...recordFields(library) },
  };
  return { stores, id, moves, library, fields };
}

it('heads move in libraries that are there, and not in those that are read-only', async () => {
  const { stores, id, moves, library } = await moving();
  expect(moves.writableLibrary(id)).toEqual(library);
  stores.libraryTable.setStatus(id, 'read-only');
  expect(moves.liveLibrary(id).status).toBe('read-only');
  expect(await refusalOf(() => moves.writableLibrary(id))).toMatchObject({ code: 'library-read-only' });
  const other = '00000000-0000-4000-8000-0000000000ff' as LibraryId;
  expect(await refusalOf(() => moves.liveLibrary(other))).toMatchObject({ code: 'library-not-found' });
});

/** Edits of files in one folder; each path that is read is told to `onread`. */
function edits(count: number, onread = () => undefined as unknown): Change[] {
  return Array.from({ length: count }, (_, at) => ({
    ...{
      op: 'modified' as const,
      newPath: '',
      isDir: false,
      objectId: EMPTY_ID,
      sizeBytes: 1,
      oldSizeBytes: 1,
    },
    get path() {
      onread();
      return `/${at}.txt`;
    },
  }));
}

it('what a commit did is summed up before the transaction that moves the head, however much that was', async () => {
  let isInside = false;
  let readInside = 0;
  const { stores, id, moves, library, fields } = await moving((work) => {
    isInside = true;
    stores.transaction(work);
    isInside = false;
  });
  const store = stores.objects.library(id);
  const changes = edits(2_500, () => {
    if (isInside) readInside += 1;
  });
  const commit = moves.sealCommit(id, fields);
  await moves.moveHead({ library, commit, changes, store, readDir: createReadDir(store) });
  expect(readInside).toBe(0);
  expect(stores.historyTable.find(id, commit.id)?.summary?.parts).toEqual([
    { kind: 'modified', items: 2_500, dirs: 0, files: 2_500, folders: 0, name: '0.txt', to: '' },
  ]);
});

it('a sum that was made for a head that moved meanwhile is kept nowhere, and the next is of what is committed then', async () => {
  let isOvertaken = false;
  const { stores, id, moves, library, fields } = await moving((work) => {
    if (!isOvertaken) {
      isOvertaken = true;
      const other = moves.sealCommit(id, { ...fields, description: 'Somebody else' });
      const { headId: _, ...record } = { ...moves.liveLibrary(id), modifierEmail: 'bert@example.com' };
      stores.libraryTable.moveHead(id, library.headId, { ...record, headId: other.id });
      stores.historyTable.append(other, library.headSeq + 1, edits(1));
    }
    return stores.transaction(work);
  });
  const store = stores.objects.library(id);
  const move = { store, readDir: createReadDir(store) };
  const planned = moves.sealCommit(id, fields);
  const refusal = await refusalOf(() =>
    moves.moveHead({ ...move, library, commit: planned, changes: edits(3) }),
  );
  expect(refusal).toMatchObject({ code: 'head-moved' });
  expect(stores.historyTable.find(id, planned.id)).toBeNull();
  const now = moves.liveLibrary(id);
  const commit = moves.sealCommit(id, { ...fields, parentId: now.headId });
  await moves.moveHead({ ...move, library: now, commit, changes: edits(2) });
  expect(stores.historyTable.find(id, commit.id)?.summary?.parts).toMatchObject([
    { kind: 'modified', items: 2 },
  ]);
});
