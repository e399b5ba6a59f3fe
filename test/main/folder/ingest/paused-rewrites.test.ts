import { describe, expect, it, vi } from 'vitest';
import { PausedRewrites } from '../../../../src-main/folder/ingest/paused-rewrites.ts';
import { rewritingOf } from '../../../support/folder-rows.ts';

vi.setConfig({ testTimeout: 30_000 });

const STAT = { sizeBytes: 1, mtimeMs: 1, ctimeMs: 1, inode: 1, mode: 0o100644 };

const names = (from: number, count: number) => Array.from({ length: count }, (_, at) => `f${from + at}`);

describe('the decision about rewritten files', () => {
  const countTaken = (
    held: PausedRewrites,
    files: readonly string[],
    facts = { knownFiles: 1000, nowMs: 0 },
  ) => held.holdBack(rewritingOf(files), facts).changes.length;

  it('holds 500 files that are half of the folder, whether they come at once or within a minute', () => {
    expect(countTaken(new PausedRewrites(), names(0, 499))).toBe(499);
    expect(countTaken(new PausedRewrites(), names(0, 500))).toBe(0);
    expect(countTaken(new PausedRewrites(), names(0, 500), { knownFiles: 1001, nowMs: 0 })).toBe(500);
    const slow = new PausedRewrites();
    expect(countTaken(slow, names(0, 300))).toBe(300);
    expect(countTaken(slow, names(300, 199), { knownFiles: 1000, nowMs: 59_000 })).toBe(199);
    expect(countTaken(slow, names(499, 1), { knownFiles: 1000, nowMs: 59_500 })).toBe(0);
    expect(slow.rows().map(({ name }) => name)).toEqual(['f499']);
  });

  it('forgets after a minute, and counts a file that changes all the time once', () => {
    const held = new PausedRewrites();
    expect(countTaken(held, names(0, 499))).toBe(499);
    for (let at = 0; at < 100; at++) expect(countTaken(held, names(0, 1))).toBe(1);
    expect(countTaken(held, names(499, 499), { knownFiles: 1000, nowMs: 60_000 })).toBe(499);
  });

  it('does not hold new files, or ones that only have other times', () => {
    const touched = rewritingOf(names(0, 600));
    const changes = touched.changes.map((change) => {
      return change.op === 'put' ? { ...change, base: null } : change;
    });
    const held = new PausedRewrites();
    expect(held.holdBack({ ...touched, changes }, { knownFiles: 600, nowMs: 0 }).changes).toHaveLength(600);
    expect(held.holdBack({ ...touched, changes: [] }, { knownFiles: 600, nowMs: 0 }).update.put).toHaveLength(
      600,
    );
  });

  it('holds a held file only as long as it is as it was, and lets it go when it is accepted', () => {
    const held = new PausedRewrites();
    countTaken(held, names(0, 500));
    expect(held.isPaused('f7', STAT)).toBe(true);
    expect(held.isPaused('f7', { ...STAT, mtimeMs: 2 })).toBe(false);
    held.accept();
    expect(held.rows()).toEqual([]);
    expect(countTaken(held, names(0, 500))).toBe(500);
  });
});
