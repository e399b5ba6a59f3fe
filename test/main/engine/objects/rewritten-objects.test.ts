import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DomainError } from '../../../../src-main/core/errors.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { LARGE } from '../../../support/backup-world.ts';
import { dataFolder, openDataWorld } from '../../../support/data-world.ts';
import { allPaths, erase, SECRET, withSecret } from '../../../support/erased-library.ts';
import { ANNA } from '../../../support/library-world.ts';
import { fileIdOf } from '../../../support/trees.ts';

describe('what only rewritten commits reach', () => {
  it('removes the content, the old folders and the old commits at once, however young they are', async () => {
    const secret = await withSecret();
    const { world, id, saved, edited, changed } = secret;
    const store = world.stores.objects.library(id);
    const { erasures } = await erase(secret);
    for (const text of ['password', 'password 2']) {
      expect(store.has('block', objectIdOf(text)), text).toBe(false);
      expect(store.has('fs', fileIdOf(text)), text).toBe(false);
    }
    for (const commit of [saved, edited, changed]) expect(store.has('commit', commit)).toBe(false);
    expect(store.has('block', objectIdOf('public'))).toBe(true);
    // Two files with a block each, three old roots, two old folders of keys, three commits.
    expect(erasures).toEqual([
      expect.objectContaining({
        ...{ commits: 3, state: 'done', rewrittenBy: ANNA.email },
        result: expect.objectContaining({ commitsRead: 6, holding: 0, removedObjects: 12 }),
      }),
    ]);
  });

  it('removes content that is damaged, so that no repair brings it back', async () => {
    const path = dataFolder();
    const world = await openDataWorld(path);
    onTestFinished(() => world.store.close());
    const id = await world.addLibrary('Papers');
    const text = 'x'.repeat(LARGE);
    const { commitId } = await world.commit(id, await world.put(id, '/secret.txt', text));
    const files = () =>
      readdirSync(join(path, 'storage', id, 'blocks'), { recursive: true, withFileTypes: true });
    const block = files().find((file) => file.isFile());
    if (block === undefined) throw new Error('a file of the block expected');
    const file = join(block.parentPath, block.name);
    writeFileSync(file, readFileSync(file).fill('y', 10, 20));
    const store = world.store.objects.library(id);
    await expect(store.read('block', objectIdOf(text))).rejects.toThrow(DomainError);
    expect([...store.damaged()]).toHaveLength(1);
    const item = { kind: 'path', path: '/secret.txt' } as const;
    await world.erasures.start(ANNA, id, { item, onto: commitId, libraryName: 'Papers' });
    await world.jobs.settled();
    expect([...store.damaged()]).toEqual([]);
    expect(files().filter((each) => each.isFile())).toEqual([]);
  });

  it('keeps content that another place has', async () => {
    const secret = await withSecret();
    const { world, id } = secret;
    await world.commit(id, await world.put(id, '/copy.txt', 'password'));
    await erase(secret);
    const store = world.stores.objects.library(id);
    expect(store.has('block', objectIdOf('password'))).toBe(true);
    expect(store.has('block', objectIdOf('password 2'))).toBe(false);
  });
});

describe('what is removed beside', () => {
  it('is nothing that retention hides: a longer one shows all of it again, but for what was erased', async () => {
    const secret = await withSecret();
    const { world, id } = secret;
    const set = (days: number) => world.libraries.setRetention(ANNA, id, days);
    set(1);
    world.clock.advance(3 * 86_400);
    await erase(secret);
    set(-1);
    expect((await allPaths(world, id)).at(-3)).toEqual(['/a.txt', '/keys', '/keys/public.txt']);
    expect(world.stores.objects.library(id).has('block', objectIdOf('one'))).toBe(true);
    expect(await world.check({ full: true })).toMatchObject({ problems: [], untrue: [] });
  });

  it('is nothing that a folder counts on which is being copied here from another library', async () => {
    const secret = await withSecret();
    const { world, id } = secret;
    const other = await world.addLibrary('Other');
    await world.commit(
      other,
      await world.put(other, '/from/in/secret.txt', 'password'),
      await world.put(other, '/from/a.txt', 'last'),
    );
    const store = world.stores.objects.library(id);
    const write = store.write.bind(store);
    // The erasure comes in between: the first file is there, and the last one is not.
    store.write = async (kind, object, bytes) => {
      if (object === fileIdOf('last')) {
        store.write = write;
        await erase(secret);
      }
      return write(kind, object, bytes);
    };
    const place = { libraryId: other, folder: '/', names: ['from'] };
    const task = await world.copyTasks.start(ANNA, {
      ...{ mode: 'move', from: place, to: { libraryId: id, folder: '/' } },
    });
    await expect.poll(() => world.copyTasks.progress(ANNA, task ?? '').state).not.toMatch(/waiting|running/);
    expect(world.copyTasks.progress(ANNA, task ?? '')).toMatchObject({
      ...{ state: 'failed', reason: 'head-moved', commits: [] },
    });
    expect(await world.check({ full: true })).toMatchObject({ problems: [], untrue: [] });
  });
});

describe('a stop while something is erased', () => {
  it('before the content was removed leaves that to the next start', async () => {
    const { world, id, changed } = await withSecret();
    const request = { libraryId: id, item: SECRET, author: ANNA.email, onto: changed };
    await world.changeLibrary.eraseFromHistory(request);
    const store = world.stores.objects.library(id);
    expect(store.has('block', objectIdOf('password'))).toBe(true);
    expect(world.erasures.list(ANNA, id).erasures).toMatchObject([{ state: 'waiting', result: null }]);
    await world.erasures.finishAll();
    expect(store.has('block', objectIdOf('password'))).toBe(false);
    expect(world.erasures.list(ANNA, id).erasures).toMatchObject([{ state: 'done', result: { holding: 0 } }]);
  });

  it('while the content was removed leaves the rest to the next start', async () => {
    const { world, id, changed } = await withSecret();
    await world.changeLibrary.eraseFromHistory({
      ...{ libraryId: id, item: SECRET, author: ANNA.email, onto: changed },
    });
    const store = world.stores.objects.library(id);
    const ahead = { lastReferencedBeforeSeconds: world.clock.nowSeconds() + 86_400 };
    await store.remove([{ kind: 'block', id: objectIdOf('password') }], ahead);
    await store.remove([{ kind: 'fs', id: fileIdOf('password') }], ahead);
    await world.erasures.finishAll();
    expect(store.has('commit', changed)).toBe(false);
    expect(store.has('block', objectIdOf('password 2'))).toBe(false);
    expect(await world.check({ full: true })).toMatchObject({ problems: [] });
  });
});
