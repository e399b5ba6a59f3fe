import { describe, expect, it } from 'vitest';
import type { FolderIntent } from '../../../../src-main/core/folder/folder-journal.ts';
import type { FolderWriter } from '../../../../src-main/folder/checkout/folder-writer.ts';
import { StepBatch, StepRecord } from '../../../../src-main/folder/checkout/step-record.ts';
import type { NewActivityEntry } from '../../../../src-main/folder/link/activity-entries.ts';
import type { LinkParts } from '../../../../src-main/folder/link/link-parts.ts';
import type { MemoryIndex } from '../../../simulation/memory-index.ts';
import { folderIndexOf, folderRow } from '../../../support/folder-rows.ts';

const FILE = folderRow('d/a');

function intentOf(path: string, next: FolderIntent['next'] = null): FolderIntent {
  return { path, tempPath: 'd/.~keepfold-new-1', displaced: 'd/.~keepfold-old-1', old: FILE, next };
}

/** A record of a folder that is there, with what it does in order. */
function recordOf({ isSame = true, failsToSync = false } = {}) {
  const done: string[] = [];
  const activity: NewActivityEntry[] = [];
  const index = folderIndexOf('d/a');
  const parts = {
    index: {
      apply: (...update: Parameters<MemoryIndex['apply']>) => {
        done.push('index');
        index.apply(...update);
      },
    },
    journal: {
      putIntents: () => void done.push('intents'),
      removeIntents: () => void done.push('intents removed'),
    },
    folder: { key: 1 },
    transaction: <T>(work: () => T): T => work(),
    agreement: { forget: () => void done.push('agreement forgotten') },
    status: { activity: { add: (entries: NewActivityEntry[]) => void activity.push(...entries) } },
    rules: { excluded: ['left-out'] },
    root: { isSame: async () => isSame },
  } as unknown as LinkParts;
  const writer = {
    sync: async (dirs: ReadonlySet<string>) => {
      if (failsToSync) throw new Error('the disk failed');
      done.push(`sync ${[...dirs].sort().join(' ')}`);
    },
    discardOld: async () => true,
  } as unknown as FolderWriter;
  return { record: new StepRecord(parts, writer), done, activity, index };
}

describe('what a batch of steps did', () => {
  it('is durable on the disk before it is recorded, and told afterwards', async () => {
    const { record, done, activity, index } = recordOf();
    const batch = new StepBatch();
    batch.takeAway(FILE);
    batch.placeFile('e/new', folderRow('e/new'), { id: FILE.objectId, isNew: true });
    batch.placeFolder('f', folderRow('f/'), FILE.objectId);
    expect([batch.isEmpty, batch.addedFiles]).toEqual([false, 0]);
    await record.end(batch);
    expect(done).toEqual(['sync  d e', 'index', 'intents removed', 'agreement forgotten']);
    expect([...index.rows.keys()]).toEqual(['e/new', 'f']);
    expect(activity.map(({ path, what, bytes }) => [path, what, bytes])).toEqual([
      ['e/new', 'written', 10],
      ['f', 'written', 0],
      ['d/a', 'deleted-here', 0],
    ]);
  });

  it('is a move once, though the moved file gets a row of its own', async () => {
    const { record, activity } = recordOf();
    const batch = new StepBatch();
    batch.moveFile(FILE, 'e/b', FILE);
    expect(batch.update).toMatchObject({
      moved: [{ from: 'd/a', to: 'e/b' }],
      put: [{ dir: 'e', name: 'b' }],
    });
    await record.end(batch);
    expect(activity.map(({ path, what }) => [path, what])).toEqual([['e/b', 'moved']]);
  });

  it('leaves out what goes only because a person left its folder out', async () => {
    const { record, activity } = recordOf();
    const batch = new StepBatch();
    batch.takeAway(folderRow('left-out/a'));
    await record.end(batch);
    expect(activity).toMatchObject([{ path: 'left-out/a', what: 'left-out' }]);
  });

  it.each([
    ['the folder was replaced meanwhile', { isSame: false }, 'the folder was replaced while it was written'],
    ['the disk does not make it durable', { failsToSync: true }, 'the disk failed'],
  ])('is not recorded where %s', async (_why, fault, words) => {
    const { record, done, activity } = recordOf(fault);
    const batch = new StepBatch();
    batch.takeAway(FILE);
    await expect(record.end(batch)).rejects.toThrow(words);
    expect([done.filter((what) => !what.startsWith('sync')), activity]).toEqual([[], []]);
  });
});

describe('making names durable', () => {
  it('includes the names of the folders around, the first time', async () => {
    const { record, done } = recordOf();
    await record.sync(['a/b']);
    await record.sync(['a/b', 'a/c']);
    expect(done).toEqual(['sync  a a/b', 'sync a a/b a/c']);
  });

  it('is not believed when it failed', async () => {
    const fault = { failsToSync: true };
    const { record } = recordOf(fault);
    await expect(record.sync(['a'])).rejects.toThrow('the disk failed');
  });
});

describe('a displaced file that is not where it should be', () => {
  it('is discarded where it turns up, unless it only moved', async () => {
    const { record } = recordOf();
    record.miss(intentOf('d/a'));
    expect(await record.discardMissed('elsewhere/.~keepfold-old-1')).toBe(true);
    expect(await record.discardMissed('elsewhere/.~keepfold-old-2')).toBe(false);
    const moving = recordOf();
    moving.record.miss(intentOf('d/a', { ...FILE }));
    expect(await moving.record.discardMissed('elsewhere/.~keepfold-old-1')).toBe(false);
  });
});
