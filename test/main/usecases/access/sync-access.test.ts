import { expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { callerOf } from '../../../../src-main/usecases/access/sync-access.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';
import { commitId } from '../../../support/stored-commits.ts';

/** A library of Anna's, and the token of a device of hers. */
async function syncing() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const token = world.syncTokens.issue(id, ANNA.email);
  return { world, id, token, sync: world.syncAccess };
}

it('a token opens the library that it was made for, as its holder may use it', async () => {
  const { world, id, token, sync } = await syncing();
  const visit = sync.enter(token, id);
  expect(visit).toMatchObject({ token, permission: 'rw', library: { id }, bearer: { email: ANNA.email } });
  expect(callerOf(visit.bearer)).toEqual({ email: 'anna@example.com', isAdmin: false });
  const other = await world.addLibrary('Photos');
  expect(await refusalOf(() => sync.enter(token, other))).toMatchObject({ code: 'permission-denied' });
  expect(await refusalOf(() => sync.enter('0'.repeat(40), id))).toMatchObject({ code: 'permission-denied' });
  const ofBert = world.syncTokens.issue(id, BERT.email);
  expect(await refusalOf(() => sync.enter(ofBert, id))).toMatchObject({ code: 'permission-denied' });
});

it('a library that is read-only is entered, and not written to', async () => {
  const { world, id, token, sync } = await syncing();
  expect(() => sync.requireWriter(sync.enter(token, id))).not.toThrow();
  world.stores.libraries.setStatus(id, 'read-only');
  const visit = sync.enter(token, id);
  expect(visit.permission).toBe('r');
  expect(await refusalOf(() => sync.requireWriter(visit))).toMatchObject({ code: 'library-read-only' });
});

it('a record that is older than the journal is told to no client, as it would be taken for newer', async () => {
  const { world, id, token, sync } = await syncing();
  const entry = world.stores.journal.lastHeadOf(id);
  if (entry === null) throw new Error('an entry expected');
  await world.commit(id, await world.put(id, '/a', 'x'));
  // The last entry names a head that the library has left behind: no harm.
  await world.stores.journal.append([entry]);
  expect(sync.enter(token, id).library.headSeq).toBe(2);
  await world.stores.journal.append([{ ...entry, head_commit_id: commitId('e') }]);
  expect(await refusalOf(() => sync.enter(token, id))).toEqual({
    code: 'library-damaged',
    detail: { value: id, reason: 'older-than-journal' },
  });
});

it('a library is deleted if that is on record, and not when it merely is not there', async () => {
  const { world, id, token, sync } = await syncing();
  expect(sync.isDeleted(id)).toBe(false);
  await world.libraries.remove(ANNA, id);
  expect(sync.isDeleted(id)).toBe(true);
  expect(await refusalOf(() => sync.enter(token, id))).toHaveProperty('code');
  world.stores.deletedLibraries.bury(id, 5);
  expect(sync.isDeleted(id)).toBe(true);
  expect(sync.isDeleted('00000000-0000-4000-8000-0000000000ff' as LibraryId)).toBe(false);
});
