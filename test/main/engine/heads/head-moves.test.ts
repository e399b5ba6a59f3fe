import { expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { EMPTY_ID } from '../../../../src-main/core/objects/object-id.ts';
import { createHeadMoves } from '../../../../src-main/engine/heads/head-moves.ts';
import { recordFields } from '../../../../src-main/engine/heads/planned-move.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { libraryWorld } from '../../../support/library-world.ts';

/** Head moves of one library, with the next commit of it as far as a caller says it. */
async function moving() {
  const { stores, clock, addLibrary } = await libraryWorld();
  const id = await addLibrary();
  const moves = createHeadMoves({ ...stores, clock, events: { emit: () => undefined } } as never);
  const library = moves.liveLibrary(id);
  const fields = {
    ...{ rootId: EMPTY_ID, parentId: library.headId, authorEmail: 'anna@example.com' },
    ...{ description: 'Nothing', deviceName: null, ...recordFields(library) },
  };
  return { stores, id, moves, library, fields };
}

it('a commit that repeats another one is a second later, also when that one is in the store alone', async () => {
  const { stores, id, moves, fields } = await moving();
  const first = moves.sealCommit(id, fields);
  await moves.keep(stores.objects.library(id), first);
  const second = moves.sealCommit(id, fields);
  expect([first.ctimeSeconds, second.ctimeSeconds]).toEqual([1_714_564_800, 1_714_564_801]);
  expect(second.id).not.toBe(first.id);
});

it('heads move in libraries that are there, and not in those that are read-only', async () => {
  const { stores, id, moves, library } = await moving();
  expect(moves.writableLibrary(id)).toEqual(library);
  stores.libraries.setStatus(id, 'read-only');
  expect(moves.liveLibrary(id).status).toBe('read-only');
  expect(await refusalOf(() => moves.writableLibrary(id))).toMatchObject({ code: 'library-read-only' });
  const other = '00000000-0000-4000-8000-0000000000ff' as LibraryId;
  expect(await refusalOf(() => moves.liveLibrary(other))).toMatchObject({ code: 'library-not-found' });
});
