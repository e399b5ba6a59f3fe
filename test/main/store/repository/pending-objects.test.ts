import { expect, it } from 'vitest';
import {
  isTouchDue,
  type PendingBlock,
  PendingObjects,
  type PendingRecord,
  PendingTouches,
} from '../../../../src-main/store/repository/pending-objects.ts';

const NEVER = async () => {
  throw new Error('nobody asks');
};

/** @param pack null: its segment is not written yet */
function record(kind: PendingRecord['kind'], id: string, pack: number | null = null): PendingRecord {
  const segment = {
    bytes: pack === null ? Buffer.alloc(9) : null,
    usedBytes: 9,
    pack: pack ?? 0,
    startOffset: 0,
  };
  const header = { kind, id, encoding: 'raw', storedBytes: 1, sizeBytes: 1 } as const;
  return { ...header, sha256: null, record: { segment, at: 0 } };
}

function block(id: string, sizeBytes: number): PendingBlock {
  const staged = { id, sizeBytes, read: NEVER, discard: async () => undefined };
  return { kind: 'block', id, sizeBytes, sha256: null, block: staged };
}

it('pending objects are listed with what is named before what names it, each kind as it was written', () => {
  const pending = new PendingObjects();
  for (const one of [record('commit', 'c'), record('fs', 'b'), block('z', 5), record('fs', 'a')])
    pending.add(one);
  expect(pending.all().map(({ id }) => id)).toEqual(['z', 'b', 'a', 'c']);
  expect([
    pending.count,
    pending.get({ kind: 'fs', id: 'a' })?.kind,
    pending.get({ kind: 'block', id: 'a' }),
  ]).toEqual([...[4, 'fs', undefined]]);
});

it('only blocks with files of their own count there, for as long as they are pending', () => {
  const pending = new PendingObjects();
  const [large, other] = [block('a', 5), block('b', 7)];
  for (const one of [large, other, record('block', 'c')]) pending.add(one);
  expect(pending.blockFileBytes).toBe(12);
  for (const one of [large, large]) pending.remove(one);
  expect([pending.blockFileBytes, pending.count]).toEqual([7, 2]);
});

it('packs hold those of which the segment is written', () => {
  const pending = new PendingObjects();
  for (const one of [record('fs', 'a', 3), record('fs', 'b', 3), record('commit', 'c', 4), record('fs', 'd')])
    pending.add(one);
  expect([...pending.packs()]).toEqual([3, 4]);
});

it('a touch is noted again after twelve hours', () => {
  expect([isTouchDue(1_000_000, 1_043_200), isTouchDue(1_000_000, 1_043_201)]).toEqual([false, true]);
});

it('a touch that came while an earlier one was noted stays', () => {
  const touches = new PendingTouches();
  const touch = (atSeconds: number) => ({ kind: 'fs', id: 'a', atSeconds, sha256: null }) as const;
  const [first, second] = [touch(1), touch(2)];
  touches.add(first);
  const noted = touches.all();
  touches.add(second);
  for (const one of noted) touches.remove(one);
  expect([touches.count, touches.get({ kind: 'fs', id: 'a' })]).toEqual([1, second]);
  touches.remove(second);
  expect(touches.count).toBe(0);
});
