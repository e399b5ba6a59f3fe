import { expect, it } from 'vitest';
import { FsObjectCache } from '../../../../src-main/store/repository/fs-object-cache.ts';

const MIB = 1024 * 1024;

it('gives copies of what it keeps, to each library its own', () => {
  const cache = new FsObjectCache();
  const bytes = Buffer.from('first');
  cache.put('one/', 'id', bytes);
  bytes.fill(0);
  cache.get('one/', 'id')?.fill(0);
  expect(cache.get('one/', 'id')?.toString()).toBe('first');
  expect([cache.sizeOf('one/', 'id'), cache.sizeOf('two/', 'id'), cache.get('two/', 'id')]).toEqual([
    5,
    null,
    null,
  ]);
});

it('keeps 16 MiB at most, and lets go of what was used longest ago', () => {
  const cache = new FsObjectCache();
  for (const id of ['a', 'b', 'c', 'd', 'e']) cache.put('one/', id, Buffer.alloc(3 * MIB));
  cache.get('one/', 'a');
  cache.sizeOf('one/', 'b');
  cache.put('one/', 'f', Buffer.alloc(3 * MIB));
  expect(['a', 'b', 'c', 'f'].map((id) => cache.sizeOf('one/', id))).toEqual([
    3 * MIB,
    null,
    3 * MIB,
    3 * MIB,
  ]);
});

it('does not take one that would push out much of the rest', () => {
  const cache = new FsObjectCache();
  cache.put('one/', 'huge', Buffer.alloc(4 * MIB + 1));
  expect(cache.get('one/', 'huge')).toBe(null);
});

it('has room again for as much as it forgets, one by one, by library or all', () => {
  const cache = new FsObjectCache();
  const forget = [
    () => {
      for (const id of ['a', 'b', 'c', 'd', 'e']) cache.remove('one/', id);
    },
    () => cache.drop('one/'),
    () => cache.clear(),
  ];
  for (const each of forget) {
    cache.put('two/', 'kept', Buffer.alloc(10));
    for (const id of ['a', 'b', 'c', 'd', 'e']) cache.put('one/', id, Buffer.alloc(3 * MIB));
    expect(cache.sizeOf('two/', 'kept')).toBe(10);
    each();
    expect(cache.get('one/', 'a')).toBe(null);
  }
  expect(cache.get('two/', 'kept')).toBe(null);
});
