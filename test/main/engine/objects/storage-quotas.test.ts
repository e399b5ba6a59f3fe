import { expect, it } from 'vitest';
import { createStorageQuotas } from '../../../../src-main/engine/objects/storage-quotas.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ANNA, libraryWorld } from '../../../support/library-world.ts';

/** Two libraries of Anna's with five bytes each, and what may be stored into the first. */
async function withQuota(quotaBytes: number | null) {
  const { libraries, stores, put, commit, addLibrary } = await libraryWorld();
  const [id] = [await addLibrary('Papers'), await addLibrary('Photos')];
  for (const { id: each } of stores.libraryTable.all()) await commit(each, await put(each, '/a', 'hello'));
  const anna = stores.users.find(ANNA.email);
  if (anna === null) throw new Error('an account expected');
  stores.users.update({ ...anna, quotaBytes });
  return { quotas: createStorageQuotas(stores), library: libraries.find(ANNA, id).library, stores };
}

it('all libraries of an owner count', async () => {
  const { quotas, library } = await withQuota(100);
  expect(quotas.freeBytes(library)).toBe(90);
  expect(() => quotas.require(library, 90)).not.toThrow();
  expect(await refusalOf(() => quotas.require(library, 91))).toEqual({
    code: 'quota-exceeded',
    detail: { value: library.id },
  });
});

it('an owner with more than the quota stores nothing more', async () => {
  const { quotas, library } = await withQuota(3);
  expect(quotas.freeBytes(library)).toBe(0);
  expect(() => quotas.require(library, 0)).not.toThrow();
});

it('an owner without a quota, or without a record, stores without end', async () => {
  const { quotas, library, stores } = await withQuota(null);
  expect(quotas.freeBytes(library)).toBe(Number.POSITIVE_INFINITY);
  expect(quotas.freeBytes({ ...library, owner: { kind: 'department', groupId: 7 } })).toBe(
    Number.POSITIVE_INFINITY,
  );
  const groups = { find: () => ({ quotaBytes: 7 }) as never };
  const ofDepartment = createStorageQuotas({ ...stores, groups });
  expect(ofDepartment.freeBytes({ ...library, owner: { kind: 'department', groupId: 7 } })).toBe(7);
});
