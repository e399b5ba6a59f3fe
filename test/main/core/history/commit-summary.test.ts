import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../src-main/core/history/change.ts';
import {
  readSummary,
  summarize,
  summarizeInSteps,
} from '../../../../src-main/core/history/commit-summary.ts';
import {
  DESCRIPTIONS,
  describeRecovered,
  describeResolved,
  describeReverted,
  describeRevertedLibrary,
  describeRevertedRewrites,
  describeSnapshotRestore,
  describeUndone,
} from '../../../../src-main/core/history/describe.ts';
import { EMPTY_ID } from '../../../../src-main/core/objects/object-id.ts';
import { diffTrees } from '../../../../src-main/core/tree/diff.ts';
import { countChanges } from '../../../../src-main/core/tree/statistics.ts';
import { treeLiteral } from '../../../support/tree-arbitraries.ts';
import { TreeStore } from '../../../support/trees.ts';

function change(op: Change['op'], path: string, newPath = ''): Change {
  const isDir = op === 'newdir' || op === 'deldir';
  return { op, path, newPath, isDir, objectId: EMPTY_ID, sizeBytes: 0, oldSizeBytes: 0 };
}

const COMMIT = { description: 'Added "a"', isMerge: false };
const NOTHING = { files: 0, folders: 0 };

const partsOf = (...changes: Change[]) => summarize(COMMIT, changes, null).parts;
const reasonOf = (description: string, changes = [change('new', '/a')]) => {
  const { reason, at } = summarize({ description, isMerge: false }, changes, null);
  return [reason, at];
};

describe('what a commit did', () => {
  it('is told kind by kind, with the first of each', () => {
    expect(
      partsOf(
        change('new', '/d/a.txt'),
        change('modified', '/b.txt'),
        change('new', '/c.txt'),
        change('removed', '/d/e.txt'),
        change('renamed', '/Novel.md', '/Novel final.md'),
      ),
    ).toEqual([
      { kind: 'added', items: 2, dirs: 0, files: 2, folders: 0, name: 'a.txt', to: '' },
      { kind: 'modified', items: 1, dirs: 0, files: 1, folders: 0, name: 'b.txt', to: '' },
      { kind: 'removed', items: 1, dirs: 0, files: 1, folders: 0, name: 'e.txt', to: '' },
      { kind: 'renamed', items: 1, dirs: 0, files: 1, folders: 0, name: 'Novel.md', to: 'Novel final.md' },
    ]);
  });

  it('names the folder that all was moved into', () => {
    const [a, b] = [change('renamed', '/a', '/x/Archive/a'), change('renamed', '/b', '/x/Archive/c')];
    expect(partsOf(a, b)).toMatchObject([{ kind: 'moved', items: 2, name: 'a', to: 'Archive' }]);
    expect(partsOf(a, change('renamed', '/c', '/y/c'))).toMatchObject([{ items: 2, to: '' }]);
    expect(partsOf(change('renamed', '/x/a', '/a'))).toMatchObject([{ kind: 'moved', to: '/' }]);
  });

  it('counts what is in folders, or says that it was not counted', () => {
    const changes = [change('newdir', '/Garden'), change('new', '/a')];
    const counted = { added: { files: 7, folders: 3 }, removed: NOTHING };
    expect(summarize(COMMIT, changes, counted).parts).toEqual([
      { kind: 'added', items: 2, dirs: 1, files: 7, folders: 3, name: 'Garden', to: '' },
    ]);
    expect(summarize(COMMIT, changes, null).parts).toMatchObject([{ files: null, folders: 1 }]);
  });

  it('has names that end', () => {
    const long = 'ä'.repeat(4_000);
    expect(partsOf(change('new', `/${long}`))[0]?.name).toBe('ä'.repeat(127));
  });

  it('is summed up in steps, so that much of it holds up nobody', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => change('new', `/${at}.txt`));
    const steps = summarizeInSteps(COMMIT, many, null);
    let pauses = 0;
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) {
        expect(step.value).toEqual(summarize(COMMIT, many, null));
        break;
      }
      pauses += 1;
    }
    expect(pauses).toBe(5);
  });

  it('agrees with the changes and with both trees', async () => {
    await fc.assert(
      fc.asyncProperty(treeLiteral, treeLiteral, async (before, after) => {
        const store = new TreeStore();
        const changes = await diffTrees(store.readDir, store.build(before), store.build(after));
        const delta = await countChanges(store.readDir, changes);
        const { parts } = summarize(COMMIT, changes, delta.counted);
        expect(parts.reduce((sum, { items }) => sum + items, 0)).toBe(changes.length);
        const filesOf = (kind: string) => parts.find((part) => part.kind === kind)?.files ?? 0;
        expect(filesOf('added') - filesOf('removed')).toBe(delta.fileCountDelta);
        for (const { items, dirs, files, folders } of parts) {
          expect(folders).toBeGreaterThanOrEqual(dirs);
          expect(files ?? items).toBeGreaterThanOrEqual(items - dirs);
        }
      }),
    );
  });
});

const AT = { ctimeSeconds: 1_778_140_693 };

describe('why a commit was made', () => {
  it.each([
    ['Added "a"', 'changes', null],
    [describeUndone({ description: 'Deleted "a"' }), 'undo', null],
    [describeUndone({ description: describeUndone({ description: 'Deleted "a"' }) }), 'redo', null],
    [describeReverted({ kind: 'file', name: 'a' }, AT), 'restore', AT.ctimeSeconds],
    [describeRevertedLibrary(AT), 'restore', AT.ctimeSeconds],
    [describeSnapshotRestore(AT), 'restore', AT.ctimeSeconds],
    [describeReverted({ kind: 'dir', name: 'a' }, AT), 'recovery', null],
    [
      describeRecovered([
        { kind: 'file', name: 'a' },
        { kind: 'dir', name: 'b' },
      ]),
      'recovery',
      null,
    ],
    [describeResolved('a'), 'resolution', null],
    [describeRevertedRewrites(3), 'revert', null],
    ['Reverted file "a" to status at 2026-99-99 00:00:00', 'changes', null],
    [DESCRIPTIONS.created, 'changes', null],
  ] as const)('is read from %s', (description, reason, at) => {
    expect(reasonOf(description)).toEqual([reason, at]);
  });

  it.each([
    [DESCRIPTIONS.created, 'creation'],
    [DESCRIPTIONS.passwordChanged, 'password'],
    [DESCRIPTIONS.recordChanged, 'record'],
    ['Undid: nothing', 'changes'],
  ] as const)('without any change is read from %s', (description, reason) => {
    expect(reasonOf(description, [])).toEqual([reason, null]);
  });

  it('is merging, for a merge', () => {
    expect(summarize({ description: 'Added "a"', isMerge: true }, [], null).reason).toBe('merge');
  });
});

describe('a kept summary', () => {
  it('comes back as it was', () => {
    const summary = summarize(COMMIT, [change('new', '/a')], null);
    expect(readSummary(JSON.stringify(summary))).toEqual(summary);
  });

  it.each([
    null,
    '',
    '[]',
    '{"reason":"changes"}',
    '{"reason":"changes","at":"x","parts":[]}',
    '{"reason":"changes","at":null,"parts":[{"kind":"added","items":"1"}]}',
    '{"reason":"changes","at":null,"parts":[null]}',
  ])('that is none is not used: %s', (kept) => {
    expect(readSummary(kept)).toBeNull();
  });
});
