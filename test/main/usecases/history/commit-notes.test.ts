import { expect, it } from 'vitest';
import type { CommitId } from '../../../../src-main/core/objects/object-id.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

async function noting() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const { commitId } = await world.commit(id, await world.put(id, '/a.txt', 'text'));
  const noteNow = () => world.history.find(ANNA, id, commitId).note;
  return { world, id, commitId, noteNow };
}

it('a note is written, written anew and taken away by who may write, and seen by who may read', async () => {
  const { world, id, commitId, noteNow } = await noting();
  expect(noteNow()).toBe('');
  world.notes.write(ANNA, id, commitId, '  Before the tax office asked ');
  expect(noteNow()).toBe('Before the tax office asked');
  world.shares.shareWithUser(ANNA, id, { email: BERT.email, permission: 'r', isAdmin: false });
  expect(world.history.find(BERT, id, commitId).note).toBe('Before the tax office asked');
  expect(await refusalOf(() => world.notes.write(BERT, id, commitId, 'mine'))).toMatchObject({
    code: 'library-read-only',
  });
  expect(await refusalOf(() => world.notes.remove(BERT, id, commitId))).toMatchObject({
    code: 'library-read-only',
  });
  world.notes.write(ANNA, id, commitId, 'Taxes');
  expect(noteNow()).toBe('Taxes');
  world.notes.remove(ANNA, id, commitId);
  expect(noteNow()).toBe('');
});

it.each([
  ['nothing', ' ', 'length'],
  ['more than a page', 'x'.repeat(2_001), 'length'],
])('a note of %s is refused, and the one before stays', async (_, text, reason) => {
  const { world, id, commitId, noteNow } = await noting();
  world.notes.write(ANNA, id, commitId, 'Taxes');
  expect(await refusalOf(() => world.notes.write(ANNA, id, commitId, text))).toEqual({
    code: 'argument-invalid',
    detail: { field: 'note', reason },
  });
  expect(noteNow()).toBe('Taxes');
});

it('notes are for commits of the library, of libraries that can be written to', async () => {
  const { world, id, commitId } = await noting();
  const none = 'c'.repeat(40) as CommitId;
  expect(await refusalOf(() => world.notes.write(ANNA, id, none, 'x'))).toMatchObject({
    code: 'commit-not-found',
  });
  world.stores.libraryTable.setStatus(id, 'read-only');
  expect(await refusalOf(() => world.notes.write(ANNA, id, commitId, 'x'))).toMatchObject({
    code: 'library-read-only',
  });
});
