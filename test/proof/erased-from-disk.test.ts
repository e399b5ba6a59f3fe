import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ErasedItem } from '../../src-main/core/tree/erase.ts';
import { ANNA } from '../support/account-services.ts';
import { type DataWorld, dataFolder, killedCopy, openDataWorld } from '../support/data-world.ts';

const WORDS = 'the password that must not be anywhere';
const SECRET: ErasedItem = { kind: 'path', path: '/secret.txt' };

/** Files of a data folder that hold the words. */
function filesWith(folder: string, words: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(words));
}

/** A library that holds a secret among a hundred other files, all in one pack. */
async function withSecret() {
  const world = await openDataWorld(dataFolder());
  const id = await world.addLibrary('Papers');
  for (let at = 0; at < 100; at += 1)
    await world.commit(id, await world.put(id, `/file-${at}.txt`, `text ${at} `.repeat(50)));
  await world.commit(id, await world.put(id, '/secret.txt', WORDS));
  await world.commit(id, await world.put(id, '/last.txt', 'last'));
  return { world, id };
}

async function erase({ erasures, jobs }: DataWorld, id: Awaited<ReturnType<typeof withSecret>>['id']) {
  const { headId } = await erasures.plan(ANNA, id, SECRET);
  await erasures.start(ANNA, id, { item: SECRET, onto: headId, libraryName: 'Papers' });
  await jobs.settled();
}

describe('what is erased from history', () => {
  it('is in no file of the data folder afterwards, whatever lay beside it in its pack', async () => {
    const { world, id } = await withSecret();
    expect(filesWith(world.path, WORDS)).toHaveLength(1);
    await erase(world, id);
    expect(filesWith(world.path, WORDS)).toEqual([]);
    expect(world.erasures.list(ANNA, id).erasures).toMatchObject([
      { state: 'done', result: { commitsRead: 104, holding: 0 } },
    ]);
    const { library } = world.libraries.find(ANNA, id);
    expect(Object.keys(await world.filesAt(id, library.rootId))).toHaveLength(101);
    expect(await world.check({ full: true })).toMatchObject({ problems: [] });
    await world.store.close();
  }, 60_000);

  it('is there with the whole old history, or gone with the whole new one, after a kill at any step', async () => {
    const { world, id } = await withSecret();
    const { headId } = world.libraries.find(ANNA, id).library;
    const copies: string[] = [killedCopy(world.path)];
    const objects = world.store.objects.library(id);
    // Each of these is a step that lasts: what was before it is on disk, what comes after is not.
    const at = <Args extends unknown[], T>(work: (...args: Args) => Promise<T>) => {
      return async (...args: Args): Promise<T> => {
        copies.push(killedCopy(world.path));
        const done = await work(...args);
        copies.push(killedCopy(world.path));
        return done;
      };
    };
    const { journal } = world.store;
    const real = {
      flush: objects.flush,
      remove: objects.remove,
      compact: objects.compact,
      append: journal.append,
    };
    Object.assign(objects, {
      flush: at(real.flush.bind(objects)),
      remove: at(real.remove.bind(objects)),
      compact: at(real.compact.bind(objects)),
    });
    Object.assign(journal, { append: at(real.append.bind(journal)) });
    await erase(world, id);
    Object.assign(objects, real);
    Object.assign(journal, { append: real.append });
    const erasedHead = world.libraries.find(ANNA, id).library.headId;
    await world.store.close();
    expect(copies.length).toBeGreaterThan(9);
    const seen = new Set<string>();
    for (const copy of copies) {
      const after = await openDataWorld(copy);
      expect(after.rolledBack).toEqual([]);
      const { library } = after.libraries.find(ANNA, id);
      const isOld = library.headId === headId;
      seen.add(isOld ? 'old' : 'new');
      if (!isOld) expect(library.headId).toBe(erasedHead);
      await after.erasures.finishAll();
      const files = Object.keys(await after.filesAt(id, library.rootId));
      expect(files).toHaveLength(isOld ? 102 : 101);
      expect(filesWith(copy, WORDS)).toHaveLength(isOld ? 1 : 0);
      expect(await after.check({ full: true })).toMatchObject({ problems: [] });
      // Cut off before, it can be asked for again.
      if (isOld) await erase(after, id);
      expect(filesWith(copy, WORDS)).toEqual([]);
      expect(after.erasures.list(ANNA, id).erasures).toMatchObject([
        { state: 'done', result: { holding: 0 } },
      ]);
      await after.store.close();
    }
    expect([...seen].toSorted()).toEqual(['new', 'old']);
  }, 300_000);
});
