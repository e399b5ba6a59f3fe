import { describe, expect, it } from 'vitest';
import {
  checkReport,
  copyJob,
  garbagePlan,
  garbageReport,
  jobJson,
} from '../../../../src-main/http/present/jobs.ts';

const PLAN = { libraries: 1, objects: 2, bytes: 30, storedBytes: 20, skipped: [], isWaitingForClock: false };

describe('what a clean-up comes to', () => {
  it('is told before it removes anything', () => {
    expect(garbagePlan(PLAN)).toEqual({
      ...{ libraries: 1, objects: 2, bytes: 30, stored_bytes: 20, dry_run: true, skipped: [] },
      ...{ removed_objects: 0, removed_bytes: 0, disk_bytes: 0, waiting_for_clock: false },
    });
    const collected = { ...PLAN, removedObjects: 2, removedBytes: 25, diskBytes: 10 };
    expect(garbageReport(collected)).toMatchObject({ dry_run: false, removed_bytes: 25, disk_bytes: 10 });
  });

  it('of a version that noted no stored bytes is what it found', () => {
    const { storedBytes: _, ...older } = PLAN;
    expect(garbagePlan(older as unknown as typeof PLAN).stored_bytes).toBe(30);
  });
});

it('a check is sound that found no problem, also one of a version that knew of nothing untrue', () => {
  const report = { libraries: 1, problems: [] } as unknown as Parameters<typeof checkReport>[0];
  expect(checkReport(report)).toMatchObject({ sound: true, untrue: [], untrue_count: 0 });
  const problems = [{ libraryId: 'l', kind: 'block' }];
  const found = { ...report, problems } as unknown as Parameters<typeof checkReport>[0];
  expect(checkReport(found)).toMatchObject({ sound: false, problems: [{ library_id: 'l', kind: 'block' }] });
});

it('jobs and copies are rows of one list', () => {
  const job = {
    ...{
      id: 'j',
      kind: 'check',
      libraryId: null,
      state: 'running',
      startedBy: 'anna@example.com',
      outcome: {},
    },
    ...{ startedAtSeconds: 5, endedAtSeconds: null, done: 1, total: 2 },
  } as unknown as Parameters<typeof jobJson>[0];
  const copy = {
    ...{ id: 'c', state: 'done', ownerEmail: 'anna@example.com', startedAtSeconds: 5, endedAtSeconds: 6 },
    ...{ done: 2, total: 2, reason: '' },
  } as unknown as Parameters<typeof copyJob>[0];
  expect(Object.keys(jobJson(job)).sort()).toEqual(Object.keys(copyJob(copy)).sort());
  expect(jobJson(job)).toMatchObject({ kind: 'check', ended_at: 0, reason: '', check: null });
  expect(copyJob(copy)).toMatchObject({ kind: 'copy', ended_at: 6, started_by: 'anna@example.com' });
});
