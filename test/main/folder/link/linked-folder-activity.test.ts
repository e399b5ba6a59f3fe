import { expect, it } from 'vitest';
import { Halt } from '../../../../src-main/folder/link/halt.ts';
import { LinkedFolderActivity } from '../../../../src-main/folder/link/linked-folder-activity.ts';
import { said } from '../../../../src-shared/service-words.ts';
import { folderActivityIn } from '../../../support/folder-activity.ts';

function openActivity() {
  let now = 1_000_000;
  const halt = new Halt();
  const activity = new LinkedFolderActivity({
    halt,
    clock: { nowMs: () => now, nowSeconds: () => Math.floor(now / 1000) },
    timers: { after: () => () => undefined },
    onChange: () => undefined,
    onEntries: () => undefined,
    ...{ folderActivity: folderActivityIn(), folderKey: 1 },
  });
  return { activity, halt, pass: (ms: number) => (now += ms) };
}

it('is in bulk while many files are taken in, between their batches, and two seconds after them', () => {
  const { activity, pass } = openActivity();
  activity.startScan({ isFullRescan: false });
  expect(activity.isInBulk).toBe(false);
  activity.startBatch(500, 1);
  expect(activity.isInBulk).toBe(true);
  pass(60_000);
  activity.endBatch(500, { isFullRescan: false });
  pass(1_999);
  expect(activity.isInBulk).toBe(true);
  activity.startBatch(500, 1);
  activity.endBatch(500, { isFullRescan: false });
  activity.rest();
  pass(1_999);
  expect(activity.isInBulk).toBe(true);
  pass(1);
  expect(activity.isInBulk).toBe(false);
});

it('is in bulk while many files are written', () => {
  const { activity, pass } = openActivity();
  activity.startWriting({ files: 500, bytes: 1 });
  expect(activity.isInBulk).toBe(true);
  activity.rest();
  pass(2_000);
  expect(activity.isInBulk).toBe(false);
});

it('is not in bulk for few files, however often they are written', () => {
  const { activity } = openActivity();
  for (let batch = 0; batch < 100; batch += 1) {
    activity.startScan({ isFullRescan: false });
    activity.startBatch(499, 1);
    expect(activity.isInBulk).toBe(false);
    activity.endBatch(499, { isFullRescan: false });
    activity.rest();
  }
  expect(activity.isInBulk).toBe(false);
});

it('is not in bulk while it is paused or cannot go on', () => {
  const { activity, halt } = openActivity();
  activity.startBatch(10_000, 1);
  halt.add('paused');
  expect(activity.isInBulk).toBe(false);
  halt.end('paused');
  activity.errorState = { state: 'error', said: [said('diskOfFolderFull')] };
  expect(activity.isInBulk).toBe(false);
});

it('does not stay in bulk when the clock is set back', () => {
  const { activity, pass } = openActivity();
  activity.startBatch(500, 1);
  activity.rest();
  pass(-60_000);
  expect(activity.isInBulk).toBe(false);
});

it('says that totals still grow while the whole folder is looked through', () => {
  const { activity } = openActivity();
  activity.startScan({ isFullRescan: true });
  activity.startLooking();
  activity.startBatch(3, 10);
  activity.startBatch(4, 20);
  expect(activity.progress).toMatchObject({ files_total: 7, bytes_total: 30, grows: true });
  activity.endLooking();
  expect(activity.progress).not.toHaveProperty('grows');
  activity.startBatch(5, 1);
  expect(activity.progress).toMatchObject({ files_total: 12 });
  expect(activity.progress).not.toHaveProperty('grows');
});
