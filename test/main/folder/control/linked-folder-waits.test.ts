import { unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FolderWatcher, Timers } from '../../../../src-main/folder/ports.ts';
import {
  type FolderWorld,
  openFolderWorld,
  type Place,
  temporaryPlace,
  throwingTimers,
} from '../../../support/folder-world.ts';

vi.setConfig({ testTimeout: 30_000 });

/** Says that it watches, and then never anything again. */
const muteWatcher: FolderWatcher = {
  watch(_root, _ignoreText, events) {
    const timer = setTimeout(() => events.ready(), 1);
    return { close: async () => clearTimeout(timer) };
  },
};

/** How long until everything is looked at again, and until the reading threads end. */
const [RESCAN_MS, READER_REST_MS] = [50_000, 10_000];

/** Short waits are real; of those longer than ten seconds it is noted how long they are, and the test ends them. */
function heldTimers() {
  const waiting = new Map<() => void, number>();
  const timers: Timers = {
    after(delayMs, work) {
      if (delayMs < 10_000) return throwingTimers.after(delayMs, work);
      waiting.set(work, delayMs);
      return () => waiting.delete(work);
    },
  };
  return {
    timers,
    /** Lets a minute pass: everything that would be due by then comes. Gives how long each wait was. */
    passMinute(): number[] {
      const due = [...waiting].filter(([, delayMs]) => delayMs < 60_000);
      for (const [work] of due) {
        waiting.delete(work);
        work();
      }
      return due.map(([, delayMs]) => delayMs);
    },
  };
}

describe('a folder of which no event is ever heard', () => {
  let place: Place;
  let world: FolderWorld;
  let time: ReturnType<typeof heldTimers>;

  beforeEach(async () => {
    place = temporaryPlace();
    time = heldTimers();
    world = await openFolderWorld(place, { watcher: muteWatcher, timers: time.timers });
  });

  it('has everything taken in within a minute', async () => {
    place.write('edit.txt', 'before');
    place.write('gone.txt', 'g');
    const { id, library_id } = await world.linkAndSettle();
    place.write('edit.txt', 'after, and longer');
    place.write('new/deep/file.txt', 'n');
    unlinkSync(join(place.root, 'gone.txt'));
    expect(time.passMinute()).toEqual([RESCAN_MS, READER_REST_MS]);
    await world.folders.whenIdle(id);
    expect(await world.contentOf(library_id)).toEqual([
      'edit.txt: after, and longer',
      'new/deep/file.txt: n',
    ]);
    place.write('again.txt', 'a');
    expect(time.passMinute()).toEqual([RESCAN_MS, READER_REST_MS]);
    await world.untilContent(library_id, [
      'again.txt: a',
      'edit.txt: after, and longer',
      'new/deep/file.txt: n',
    ]);
  });

  it('tells nobody that it makes sure, as long as it finds nothing', async () => {
    place.write('a.txt', 'one');
    const { id } = await world.linkAndSettle();
    const from = world.events.length;
    time.passMinute();
    const states = new Set([world.folders.find(id).state]);
    await world.folders.whenIdle(id);
    for (const event of world.events.slice(from)) {
      if (event.type === 'folder') states.add(event.folder.state);
    }
    expect([...states]).toEqual(['idle']);
    expect(world.folders.find(id).pending).toBe(0);
  });
});
