import { describe, expect, it } from 'vitest';
import {
  keepOrder,
  type LibraryKey,
  nextOrder,
  readOrder,
  sortedLibraries,
} from '../../../../src-renderer/features/libraries/library-order.ts';
import { localLibrary } from '../../builders.ts';

const LIBRARIES = [
  localLibrary({
    name: 'Work 10',
    size: 1,
    keep_days: -1,
    mtime: 3,
    shared_with: 2,
    device: 'Phone',
    beyond_current: { bytes: 0, measured_at: 1 },
  }),
  localLibrary({
    name: 'work 9',
    size: 3,
    keep_days: 30,
    mtime: 2,
    commit_count: 9,
    beyond_current: { bytes: 5, measured_at: 1 },
  }),
  localLibrary({ name: 'Art', size: 2, keep_days: 30, mtime: 1, file_count: 1, owner_name: 'Zoe' }),
];

describe('the order of libraries', () => {
  it.each([
    ['name', ['Art', 'work 9', 'Work 10']],
    ['size', ['Work 10', 'Art', 'work 9']],
    ['history', ['Art', 'work 9', 'Work 10']],
    ['change', ['Art', 'work 9', 'Work 10']],
    ['historySize', ['Art', 'Work 10', 'work 9']],
    ['shared', ['work 9', 'Art', 'Work 10']],
    ['device', ['work 9', 'Art', 'Work 10']],
    ['files', ['Art', 'Work 10', 'work 9']],
    ['owner', ['Work 10', 'work 9', 'Art']],
  ] as [LibraryKey, string[]][])('is by %s', (key, names) => {
    const sorted = sortedLibraries(LIBRARIES, { key, order: 'asc' });
    expect(sorted.map(({ name }) => name)).toEqual(names);
  });

  it('is turned round by a second click, and ended by a third', () => {
    const start = { key: null, order: 'asc' } as const;
    const first = nextOrder(start, 'size');
    const second = nextOrder(first, 'size');
    expect([first, second, nextOrder(second, 'size')]).toEqual([
      { key: 'size', order: 'desc' },
      { key: 'size', order: 'asc' },
      start,
    ]);
    expect(sortedLibraries(LIBRARIES, start)).toBe(LIBRARIES);
  });

  it('is remembered, and nothing else is believed', () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
    expect(readOrder(storage)).toEqual({ key: null, order: 'asc' });
    keepOrder(storage, { key: 'change', order: 'desc' });
    expect(readOrder(storage)).toEqual({ key: 'change', order: 'desc' });
    storage.setItem('keepfold.libraries', 'constructor up');
    expect(readOrder(storage)).toEqual({ key: null, order: 'asc' });
  });
});
