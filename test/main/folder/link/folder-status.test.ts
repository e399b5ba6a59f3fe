import { expect, it } from 'vitest';
import { FolderStatus } from '../../../../src-main/folder/link/folder-status.ts';
import { Halt } from '../../../../src-main/folder/link/halt.ts';
import { said } from '../../../../src-shared/service-words.ts';
import { folderActivityIn } from '../../../support/folder-activity.ts';

function openStatus() {
  let now = 1_000_000;
  const halt = new Halt();
  const status = new FolderStatus({
    halt,
    clock: { nowMs: () => now, nowSeconds: () => Math.floor(now / 1000) },
    timers: { after: () => () => undefined },
    onChange: () => undefined,
    onEntries: () => undefined,
    ...{ folderActivity: folderActivityIn(), folderKey: 1 },
  });
  return { status, halt, pass: (ms: number) => (now += ms) };
}

it('is in bulk while many files are taken in, between their batches, and two seconds after them', () => {
  const { status, pass } = openStatus();
  status.startScan({ isFullRescan: false });
  expect(status.isInBulk).toBe(false);
  status.startBatch(500, 1);
  expect(status.isInBulk).toBe(true);
  pass(60_000);
  status.endBatch(500, { isFullRescan: false });
  pass(1_999);
  expect(status.isInBulk).toBe(true);
  status.startBatch(500, 1);
  status.endBatch(500, { isFullRescan: false });
  status.rest();
  pass(1_999);
  expect(status.isInBulk).toBe(true);
  pass(1);
  expect(status.isInBulk).toBe(false);
});

it('is in bulk while many files are written', () => {
  const { status, pass } = openStatus();
  status.startWriting({ files: 500, bytes: 1 });
  expect(status.isInBulk).toBe(true);
  status.rest();
  pass(2_000);
  expect(status.isInBulk).toBe(false);
});

it('is not in bulk for few files, however often they are written', () => {
  const { status } = openStatus();
  for (let batch = 0; batch < 100; batch += 1) {
    status.startScan({ isFullRescan: false });
    status.startBatch(499, 1);
    expect(status.isInBulk).toBe(false);
    status.endBatch(499, { isFullRescan: false });
    status.rest();
  }
  expect(status.isInBulk).toBe(false);
});

it('is not in bulk while it is paused or cannot go on', () => {
  const { status, halt } = openStatus();
  status.startBatch(10_000, 1);
  halt.add('paused');
  expect(status.isInBulk).toBe(false);
  halt.end('paused');
  status.errorState = { state: 'error', said: [said('diskOfFolderFull')] };
  expect(status.isInBulk).toBe(false);
});

it('does not stay in bulk when the clock is set back', () => {
  const { status, pass } = openStatus();
  status.startBatch(500, 1);
  status.rest();
  pass(-60_000);
  expect(status.isInBulk).toBe(false);
});

it('says that totals still grow while the whole folder is looked through', () => {
  const { status } = openStatus();
  status.startScan({ isFullRescan: true });
  status.startLooking();
  status.startBatch(3, 10);
  status.startBatch(4, 20);
  expect(status.progress).toMatchObject({ files_total: 7, bytes_total: 30, grows: true });
  status.endLooking();
  expect(status.progress).not.toHaveProperty('grows');
  status.startBatch(5, 1);
  expect(status.progress).toMatchObject({ files_total: 12 });
  expect(status.progress).not.toHaveProperty('grows');
});
