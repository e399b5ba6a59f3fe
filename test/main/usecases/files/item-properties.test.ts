import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../src-main/core/access/caller.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type { ItemAt } from '../../../../src-main/store/sqlite/item-properties.ts';
import {
  createItemProperties,
  type ItemPropertiesDependencies,
} from '../../../../src-main/usecases/files/item-properties.ts';

const ANNA: Caller = { email: 'anna@example.com', isAdmin: false };
const LIBRARY = 'c7d3a1f2-0000-4000-8000-000000000001' as LibraryId;

function propertiesOf(paths: readonly string[]) {
  const read: string[] = [];
  const table = {
    namesIn: () => paths.map((path) => path.slice(1)),
    of({ path }: ItemAt) {
      read.push(path);
      return paths.includes(path) ? [{ name: '{urn:x}a', value: '<a/>' }] : [];
    },
    below() {
      throw new Error('all of a library are megabytes');
    },
  };
  const access = { readable: () => ({}) };
  const properties = createItemProperties({ table, access } as unknown as ItemPropertiesDependencies);
  return { read, find: properties.finder(ANNA, { libraryId: LIBRARY, path: '/' }) };
}

describe('what programs noted at items', () => {
  it('is read for one item after the other, so that a listing that is read slowly holds no more', () => {
    const { read, find } = propertiesOf(['/a', '/b']);
    expect(read).toEqual([]);
    expect(find('/a')).toEqual([{ name: '{urn:x}a', value: '<a/>' }]);
    expect(find('/')).toEqual([]);
    expect(read).toEqual(['/a', '/']);
  });

  it('is not looked for at items that have nothing', () => {
    const { read, find } = propertiesOf(['/b']);
    expect(find('/a')).toEqual([]);
    expect(read).toEqual([]);
  });
});
