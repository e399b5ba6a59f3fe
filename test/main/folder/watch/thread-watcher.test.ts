import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { WatchEvents } from '../../../../src-main/folder/ports.ts';
import { ThreadWatcher } from '../../../../src-main/folder/watch/thread-watcher.ts';
import { temporaryPlace } from '../../../support/folder-world.ts';

/** Notes what a watch says; `said` waits until it has said a word. */
function listener() {
  const heard: string[] = [];
  let wake: () => void = () => undefined;
  const hear = (...words: string[]) => {
    heard.push(...words);
    wake();
  };
  const events: WatchEvents = {
    dirty: (dirs, trees) => hear(...dirs.map((dir) => `dir ${dir}`), ...trees.map((tree) => `tree ${tree}`)),
    everything: () => hear('everything'),
    ready: () => hear('ready'),
    degraded: (reason) => hear(`degraded: ${reason}`),
  };
  async function said(word: string): Promise<void> {
    while (!heard.includes(word))
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  }
  return { events, heard, said };
}

it('one thread watches several folders, each with its own patterns, until the last one is closed', async () => {
  const place = temporaryPlace();
  place.write('one/d/a', '');
  place.write('two/d/a', '');
  place.write('two/left-out/a', '');
  const watcher = new ThreadWatcher({ ignoreDefaults: '' });
  const [one, two] = [listener(), listener()];
  const first = watcher.watch(join(place.root, 'one'), '', one.events);
  const second = watcher.watch(join(place.root, 'two'), 'left-out/\n', two.events);
  onTestFinished(async () => void (await Promise.all([first.close(), second.close()])));
  await Promise.all([one.said('ready'), two.said('ready')]);
  place.write('one/d/b', '');
  await one.said('dir d');
  await first.close();
  place.write('one/d/c', '');
  place.write('two/left-out/b', '');
  place.write('two/d/b', '');
  await two.said('dir d');
  expect(two.heard).not.toContain('dir left-out');
  const before = one.heard.length;
  await second.close();
  expect(one.heard).toHaveLength(before);
});
