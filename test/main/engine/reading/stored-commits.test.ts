import { expect, it } from 'vitest';
import { DomainError } from '../../../../src-main/core/errors.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { isNotKept, isUnreadable, readCommit } from '../../../../src-main/engine/reading/stored-commits.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { createMemoryObjectStore } from '../../../support/memory-object-store.ts';
import { commitId, storeCommit } from '../../../support/stored-commits.ts';

it('a commit is read as it was stored, or is missing', async () => {
  const libraryId = '00000000-0000-4000-8000-000000000001' as LibraryId;
  const store = createMemoryObjectStore().library(libraryId);
  await storeCommit(store, libraryId, '1', { description: 'Added "a"' });
  expect(await readCommit(store, commitId('1'))).toMatchObject({
    id: commitId('1'),
    description: 'Added "a"',
  });
  expect(await refusalOf(() => readCommit(store, commitId('2')))).toMatchObject({ code: 'object-missing' });
});

it('what is gone or damaged cannot be read; a full disk, or a bug, is something else', () => {
  expect(isUnreadable(new DomainError('object-missing'))).toBe(true);
  expect(isUnreadable(new DomainError('object-corrupt'))).toBe(true);
  expect(isUnreadable(new DomainError('disk-full'))).toBe(false);
  expect(isUnreadable(new TypeError('object-missing'))).toBe(false);
});

it('what is not kept is a commit that is gone, or what cannot be read of it', () => {
  expect(isNotKept(new DomainError('commit-not-found'))).toBe(true);
  expect(isNotKept(new DomainError('object-missing'))).toBe(true);
  expect(isNotKept(new DomainError('library-not-found'))).toBe(false);
  expect(isUnreadable(new DomainError('commit-not-found'))).toBe(false);
});
