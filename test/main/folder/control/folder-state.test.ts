import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../../src-main/app/system-ports.ts';
import type { FileSystem } from '../../../../src-main/folder/disk/file-system.ts';
import { createNodeFileSystem } from '../../../../src-main/folder/disk/node-file-system.ts';
import { ProblemList } from '../../../../src-main/folder/link/folder-status.ts';
import type { Timers } from '../../../../src-main/folder/ports.ts';
import { said } from '../../../../src-shared/service-words.ts';
import { refusalOf } from '../../../support/account-services.ts';
import {
  type FolderWorld,
  freshFolderWorld,
  OWNER,
  openFolderWorld,
  type Place,
  throwingTimers,
} from '../../../support/folder-world.ts';

vi.setConfig({ testTimeout: 30_000 });

let place: Place;
let world: FolderWorld;

beforeEach(async () => {
  ({ place, world } = await freshFolderWorld());
});

describe('pausing for a time', () => {
  /** A clock that can be moved on, and timers that can be made to be over. */
  function ownTime() {
    let aheadMs = 0;
    const waiting = new Set<() => void>();
    const timers: Timers = {
      after(delayMs, work) {
        if (delayMs < 30_000) return throwingTimers.after(delayMs, work);
        waiting.add(work);
        return () => waiting.delete(work);
      },
    };
    const nowMs = () => systemClock.nowMs() + aheadMs;
    return {
      clock: { nowMs, nowSeconds: () => Math.floor(nowMs() / 1000) },
      timers,
      /** Lets time pass, and all that waits for more than half a minute come to its end. */
      pass(seconds: number): void {
        aheadMs += seconds * 1000;
        for (const work of [...waiting]) {
          waiting.delete(work);
          work();
        }
      },
    };
  }

  it('goes on by itself when the time is over, and not before, across a restart', async () => {
    const time = ownTime();
    const { id, library_id } = await world.linkAndSettle();
    const before = time.clock.nowSeconds();
    const { resume_at } = await world.folders.pause(id, { for_seconds: 30 * 24 * 3600 });
    expect(resume_at - before).toBeGreaterThanOrEqual(2_592_000);
    expect(resume_at - before).toBeLessThan(2_592_060);
    await world.close();
    world = await openFolderWorld(place, time);
    world.folders.startAll();
    place.write('a.txt', 'one');
    expect(world.folders.find(id)).toMatchObject({ state: 'paused', resume_at });
    time.pass(29 * 24 * 3600);
    expect(world.folders.find(id)).toMatchObject({ state: 'paused', resume_at });
    time.pass(24 * 3600);
    // The last wait is as long as is left, and that may be a moment.
    time.pass(60);
    await world.untilContent(library_id, ['a.txt: one']);
    expect(world.folders.find(id)).toMatchObject({ resume_at: 0 });
  });

  it('without a time lasts until it is resumed, and odd times are refused', async () => {
    const { id } = await world.linkAndSettle();
    expect(await world.folders.pause(id)).toMatchObject({ state: 'paused', resume_at: 0 });
    for (const for_seconds of [0, -1, 1.5, 2_592_001, Number.NaN]) {
      const { code } = await refusalOf(() => world.folders.pause(id, { for_seconds }));
      expect([for_seconds, code]).toEqual([for_seconds, 'argument-invalid']);
    }
  });
});

describe('what a linked folder says of itself', () => {
  it('names each phase of its work, with counts', async () => {
    for (let at = 0; at < 900; at++) place.write(`d${at % 50}/f${at}`, `${at}`);
    place.write('large', Buffer.alloc(12 * 1024 * 1024, 1));
    const { id, library_id } = await world.folders.link({ path: place.root }, OWNER);
    const seen = new Map<string, { files: number; total: number }>();
    async function follow(work: Promise<unknown>): Promise<void> {
      let isOver = false;
      const end = work.finally(() => {
        isOver = true;
      });
      while (!isOver) {
        const { progress } = world.folders.find(id);
        if (progress !== null) {
          const { phase, files_done: files, files_total: total } = progress;
          const before = seen.get(phase) ?? { files: 0, total: 0 };
          seen.set(phase, { files: Math.max(files, before.files), total: Math.max(total, before.total) });
        }
        await yieldToEventLoop();
      }
      await end;
    }
    await follow(world.folders.whenIdle(id));
    const written = await Promise.all(
      Array.from({ length: 300 }, (_, at) => world.putChange(library_id, `/new/${at}`, `new ${at}`)),
    );
    await follow(world.change(library_id, written).then(() => world.folders.whenIdle(id)));
    expect([...seen.keys()].sort()).toEqual(['commit', 'hash', 'scan', 'store', 'write']);
    expect(seen.get('hash')?.total).toBe(901);
    expect(seen.get('commit')?.files).toBe(901);
    expect(seen.get('write')).toMatchObject({ total: 300 });
  });

  it('tells since when something fails, in which direction, and when it is tried again', async () => {
    const { id, library_id } = await world.linkAndSettle();
    await world.close();
    let isShut = true;
    const openFileSystem = (root: string): FileSystem => {
      const fileSystem = createNodeFileSystem(root);
      const create = (path: string, mode: number) =>
        isShut
          ? Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' }))
          : fileSystem.create(path, mode);
      return { ...fileSystem, create };
    };
    world = await openFolderWorld(place, { openFileSystem });
    world.folders.startAll();
    await world.folders.whenIdle(id);
    await world.change(library_id, [await world.putChange(library_id, '/shut/b.txt', 'two')]);
    await world.until('refused', () => world.folders.find(id).problem_count > 0);
    const [problem] = world.folders.find(id).problems;
    expect(problem).toMatchObject({ path: 'shut/b.txt', reason: 'not-writable', direction: 'out' });
    expect(problem?.next_try_at).toBeGreaterThan(problem?.since ?? Number.POSITIVE_INFINITY);
    expect(world.folders.activity(id, 1).entries).toMatchObject([
      { what: 'failed', path: 'shut/b.txt', detail: 'your account may not write here' },
    ]);
    isShut = false;
    await world.until('written', () => world.folders.find(id).problem_count === 0);
    expect(world.folders.activity(id, 1).entries).toMatchObject([{ what: 'written', path: 'shut/b.txt' }]);
  });
});

describe('a list of problems', () => {
  it('keeps the time since when there is one, however often it is found again', () => {
    let now = 100;
    const problems = new ProblemList(() => now);
    const problem = { path: 'd/a', reason: 'unreadable', said: said('mayNotRead') } as const;
    problems.add(problem);
    now = 200;
    problems.clearAll();
    problems.add(problem);
    problems.endScan();
    problems.clear('d', { isDeep: false });
    problems.add(problem);
    problems.endScan();
    expect(problems.list()).toEqual([{ ...problem, sinceSeconds: 100 }]);
    problems.clearAll();
    problems.endScan();
    problems.add(problem);
    expect(problems.list()).toEqual([{ ...problem, sinceSeconds: 200 }]);
  });
});
