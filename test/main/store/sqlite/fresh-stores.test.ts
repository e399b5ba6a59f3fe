import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { FreshStores } from '../../../../src-main/store/sqlite/fresh-stores.ts';

const idOf = (text: string) => createHash('sha1').update(text).digest();

describe('what is certainly not on record', () => {
  it('is everything in a store that has just begun, and nothing in one that was there before', () => {
    const fresh = new FreshStores();
    fresh.begin(2);
    expect(fresh.isAbsent({ storeKey: 2, id: idOf('a') })).toBe(true);
    expect(fresh.isAbsent({ storeKey: 1, id: idOf('a') })).toBe(false);
  });

  it('is never what was noted, and of a hundred thousand others nearly all', () => {
    const fresh = new FreshStores();
    fresh.begin(1);
    for (let number = 0; number < 100_000; number += 1) fresh.note({ storeKey: 1, id: idOf(`${number}`) });
    let known = 0;
    let wronglyKnown = 0;
    for (let number = 0; number < 100_000; number += 1) {
      if (!fresh.isAbsent({ storeKey: 1, id: idOf(`${number}`) })) known += 1;
      if (!fresh.isAbsent({ storeKey: 1, id: idOf(`other ${number}`) })) wronglyKnown += 1;
    }
    expect(known).toBe(100_000);
    expect(wronglyKnown).toBeLessThan(100);
  });

  it('is told for each store by itself', () => {
    const fresh = new FreshStores();
    fresh.begin(1);
    fresh.begin(2);
    fresh.note({ storeKey: 1, id: idOf('a') });
    expect(fresh.isAbsent({ storeKey: 2, id: idOf('a') })).toBe(true);
  });

  it('is not told any more once there is too much on record', () => {
    const fresh = new FreshStores();
    fresh.begin(1);
    const id = idOf('a');
    for (let count = 0; count < 3_000_000; count += 1) fresh.note({ storeKey: 1, id });
    expect(fresh.isAbsent({ storeKey: 1, id: idOf('b') })).toBe(false);
    fresh.begin(2);
    expect(fresh.isAbsent({ storeKey: 2, id: idOf('b') })).toBe(false);
  });
});
