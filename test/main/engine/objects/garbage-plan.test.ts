import { describe, expect, it } from 'vitest';
import {
  type HistoryFacts,
  keptHistory,
  planRemoval,
  reasonToKeep,
} from '../../../../src-main/engine/objects/garbage-plan.ts';
import type { StoredObject } from '../../../../src-main/store/objects/object-store.ts';

const HISTORY: HistoryFacts = {
  shownSeq: 7,
  isHeadOnly: false,
  headSeq: 9,
  retainedFromSeq: 1,
  youngerSeq: 8,
  trashSeq: null,
};

describe('the history that stays whole', () => {
  it.each([
    ['what retention shows', {}, { fromSeq: 7, reason: 'shown' }],
    ['more, for a deletion that the trash shows', { trashSeq: 3 }, { fromSeq: 3, reason: 'trash' }],
    [
      'more, for one that looks old behind a young one',
      { youngerSeq: 6 },
      { fromSeq: 5, reason: 'clock-behind' },
    ],
    [
      'no more than is left of it',
      { youngerSeq: 3, retainedFromSeq: 6 },
      { fromSeq: 6, reason: 'clock-behind' },
    ],
    [
      'the head alone where that is all that is shown, with no deletions',
      { isHeadOnly: true, shownSeq: 9, trashSeq: 3, youngerSeq: 2 },
      { fromSeq: 9, reason: 'shown' },
    ],
    ['the head when nothing is young', { shownSeq: 9, youngerSeq: null }, { fromSeq: 9, reason: 'shown' }],
  ] as const)('is %s', (_words, facts, kept) => {
    expect(keptHistory({ ...HISTORY, ...facts })).toEqual(kept);
  });
});

const object = (kind: StoredObject['kind'], id: string, storedAtSeconds = 0): StoredObject => ({
  ...{ kind, id, storedAtSeconds, sizeBytes: 10, storedBytes: 7 },
});

const reach = (_kind: string, id: string) => (id === 'shown' ? 'tree' : id === 'named' ? 'loose' : null);

describe('an object', () => {
  it.each([
    ['commits always', object('commit', 'old'), 'commit'],
    ['what history reaches, young or not', object('fs', 'shown', 500), 'history'],
    ['what something young or a linked folder names', object('block', 'named'), 'held'],
    ['what is as young as the grace period is long', object('block', 'x', 100), 'young'],
  ] as const)('stays: %s', (_words, stored, reason) => {
    expect(reasonToKeep(stored, reach, 100)).toBe(reason);
  });

  it('goes when it is older and nothing reaches it', () => {
    expect(reasonToKeep(object('block', 'x', 99), reach, 100)).toBeNull();
  });
});

it('a plan tells what goes, by kind, and how much stays for which reason', async () => {
  async function* listed() {
    yield* [object('commit', 'c'), object('fs', 'shown'), object('fs', 'gone'), object('block', 'x', 100)];
    yield* [object('block', 'named'), object('block', 'gone')];
  }
  expect(await planRemoval(listed(), (stored) => reasonToKeep(stored, reach, 100))).toEqual({
    objects: 2,
    bytes: 20,
    storedBytes: 14,
    fs: [object('fs', 'gone')],
    blocks: [object('block', 'gone')],
    kept: {
      commit: { objects: 1, bytes: 10, storedBytes: 7 },
      history: { objects: 1, bytes: 10, storedBytes: 7 },
      held: { objects: 1, bytes: 10, storedBytes: 7 },
      young: { objects: 1, bytes: 10, storedBytes: 7 },
    },
  });
});
