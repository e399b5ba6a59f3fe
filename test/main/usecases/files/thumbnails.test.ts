import { describe, expect, it, vi } from 'vitest';
import { createThumbnails, type MakeThumbnail } from '../../../../src-main/usecases/files/thumbnails.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ANNA, libraryWorld } from '../../../support/library-world.ts';
import { toldFile } from '../../../support/lying-files.ts';

/** Thumbnails of a library of Anna's, made by `makeThumbnail`. */
async function pictures(makeThumbnail: MakeThumbnail) {
  const world = await libraryWorld();
  const libraryId = await world.addLibrary();
  const thumbnails = createThumbnails({ ...world, makeThumbnail });
  return {
    world,
    libraryId,
    thumbnails,
    store: world.stores.objects.library(libraryId),
    find: (path: string, signal?: AbortSignal) =>
      thumbnails.find(ANNA, { libraryId, path }, { size: 48, ...(signal && { signal }) }),
  };
}

describe('a thumbnail', () => {
  it('is made of what the file holds, whatever its row says', async () => {
    const { world, libraryId, store, find } = await pictures(async ({ bytes }) => bytes);
    await world.commit(libraryId, await toldFile(store, '/a.png', { blocks: ['picture'], rowBytes: 1e12 }));
    expect(Buffer.from(await find('/a.png')).toString()).toBe('picture');
  });

  it('is not made of a file that its row calls small and that is too large, of which nothing is read', async () => {
    const make = vi.fn<MakeThumbnail>(async () => null);
    const { world, libraryId, store, find } = await pictures(make);
    const blocks = Array.from({ length: 42 }, () => Buffer.alloc(500_000, 7));
    await world.commit(
      libraryId,
      await toldFile(store, '/row.png', { blocks, rowBytes: 100 }),
      await toldFile(store, '/object.png', { blocks: blocks.slice(1), rowBytes: 100, objectBytes: 100 }),
    );
    const read = vi.spyOn(store, 'read');
    expect(await refusalOf(() => find('/row.png'))).toMatchObject({ code: 'file-too-large' });
    expect(await refusalOf(() => find('/object.png'))).toMatchObject({ code: 'object-corrupt' });
    expect(read.mock.calls.filter(([kind]) => kind === 'block')).toEqual([]);
    expect(make).not.toHaveBeenCalled();
  });

  it('of a visitor takes its turn beside those of people, and is kept for both', async () => {
    const made: string[] = [];
    const gate = Promise.withResolvers<void>();
    const { world, libraryId, thumbnails, find } = await pictures(async ({ bytes }) => {
      made.push(Buffer.from(bytes).toString());
      await gate.promise;
      return bytes;
    });
    const names = ['1', '2', '3', '4', 'own'];
    await world.commit(
      libraryId,
      ...(await Promise.all(names.map((name) => world.put(libraryId, `/${name}`, name)))),
    );
    const library = world.access.existing(libraryId);
    const visit = async (name: string) => {
      const file = await world.contents.entry(library, `/${name}`);
      if (file.kind !== 'file') throw new Error('a file was put there');
      return thumbnails.findForVisitor('10.0.0.9', library, file, { size: 48 });
    };
    const visits = ['1', '2', '3', '4'].map(visit);
    await vi.waitFor(() => expect(made).toHaveLength(2), { timeout: 5_000, interval: 5 });
    const waits = vi.spyOn(world.downloads, 'keyFor');
    const own = find('/own');
    await vi.waitFor(() => expect(waits).toHaveBeenCalled(), { timeout: 5_000, interval: 5 });
    gate.resolve();
    await Promise.all([...visits, own]);
    expect(made.indexOf('own')).toBeLessThan(4);
    await find('/4');
    await visit('own');
    expect(made).toHaveLength(5);
  });

  it('takes its turn: two pictures are in memory at a time, and some wait', async () => {
    const [begun, gate] = [vi.fn(), Promise.withResolvers<void>()];
    const { world, libraryId, find } = await pictures(async ({ bytes }) => {
      begun();
      await gate.promise;
      return bytes;
    });
    const paths = Array.from({ length: 33 }, (_, at) => `/${at}.png`);
    await world.commit(
      libraryId,
      ...(await Promise.all(paths.map((path) => world.put(libraryId, path, path)))),
    );
    const asked = Promise.allSettled(paths.map((path) => find(path)));
    await vi.waitFor(() => expect(begun).toHaveBeenCalledTimes(2), { timeout: 5_000, interval: 5 });
    gate.resolve();
    const outcomes = await asked;
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(32);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'busy' } });
  });

  it('that nobody waits for any more is not made, and keeps nobody waiting', async () => {
    const [made, gate] = [vi.fn(), Promise.withResolvers<void>()];
    const { world, libraryId, find } = await pictures(async ({ bytes }) => {
      made();
      await gate.promise;
      return bytes;
    });
    const paths = Array.from({ length: 32 }, (_, at) => `/${at}.png`);
    await world.commit(
      libraryId,
      ...(await Promise.all([...paths, '/seen.png'].map((path) => world.put(libraryId, path, path)))),
    );
    const running = paths.slice(0, 2).map((path) => find(path));
    await vi.waitFor(() => expect(made).toHaveBeenCalledTimes(2), { timeout: 5_000, interval: 5 });
    const gone = new AbortController();
    const waits = vi.spyOn(world.downloads, 'keyFor');
    const passed = Promise.allSettled(paths.slice(2).map((path) => find(path, gone.signal)));
    await vi.waitFor(() => expect(waits).toHaveBeenCalledTimes(30), { timeout: 5_000, interval: 5 });
    gone.abort(new Error('scrolled past'));
    expect(new Set((await passed).map((one) => one.status === 'rejected' && String(one.reason)))).toEqual(
      new Set(['Error: scrolled past']),
    );
    const seen = find('/seen.png');
    gate.resolve();
    expect(Buffer.from(await seen).toString()).toBe('/seen.png');
    await Promise.all(running);
    expect(made).toHaveBeenCalledTimes(3);
  });
});
