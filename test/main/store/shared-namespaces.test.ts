import { expect, it } from 'vitest';
import type { LibraryId } from '../../../src-main/core/library/library-id.ts';
import { objectIdOf } from '../../../src-main/core/objects/object-id.ts';
import { shareNamespaces } from '../../../src-main/store/shared-namespaces.ts';
import { createMemoryObjectStore } from '../../support/memory-object-store.ts';

const WHOLE = '00000000-0000-4000-8000-000000000001' as LibraryId;
const FOLDER = '00000000-0000-4000-8000-000000000002' as LibraryId;
const OTHER = '00000000-0000-4000-8000-000000000003' as LibraryId;

it('a folder library has the objects of the library around it, which no removal of it takes along', async () => {
  const store = shareNamespaces(createMemoryObjectStore(), (id) => (id === FOLDER ? WHOLE : null));
  const id = objectIdOf('text');
  await store.library(FOLDER).write('block', id, Buffer.from('text'));
  expect(store.library(WHOLE).has('block', id)).toBe(true);
  expect(store.library(OTHER).has('block', id)).toBe(false);
  await store.removeLibrary(FOLDER);
  expect(store.library(WHOLE).has('block', id)).toBe(true);
  await store.removeLibrary(WHOLE);
  expect(store.library(FOLDER).has('block', id)).toBe(false);
  await store.close();
});
