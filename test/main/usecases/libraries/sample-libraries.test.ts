import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { sampleIdFrom } from '../../../../src-main/core/library/sample-id.ts';
import { SAMPLE_DAYS } from '../../../../src-main/usecases/libraries/sample-story.ts';
import { ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

const DAY = 86_400;
const HOUR = 3_600;

async function setup() {
  const world = await libraryWorld();
  const { sampleLibraries, deletedLibraries } = world.rooms.libraries;
  const { library } = await sampleLibraries.make(ANNA, 'en');
  const deleted = () => deletedLibraries.listOwn(ANNA).map((view) => view.library.id);
  return { ...world, sampleLibraries, id: library.id, deleted };
}

const historyOf = ({ stores, id }: { stores: Awaited<ReturnType<typeof setup>>['stores']; id: LibraryId }) =>
  Array.from({ length: 20 }, (_, at) => stores.historyTable.findBySeq(id, at + 1)).flatMap(
    (one) => one ?? [],
  );

describe('a sample library', () => {
  it('has weeks of history, with a rename, a deletion and a conflict, and nothing from the future', async () => {
    const world = await setup();
    const { clock, library } = { ...world, library: world.access.existing(world.id) };
    const times = historyOf(world).map(({ ctimeSeconds }) => ctimeSeconds);
    expect(times).toHaveLength(14);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(clock.nowSeconds() - (times[0] ?? 0)).toBe((SAMPLE_DAYS + 1) * DAY);
    expect(times.at(-1)).toBeLessThan(clock.nowSeconds());
    expect(library).toMatchObject({ name: 'Sample', keepDays: -1, fileCount: 9 });
    const { dirents } = await world.contents.list(library, '/');
    expect(dirents.map(({ mtimeSeconds }) => mtimeSeconds < clock.nowSeconds())).toEqual([
      true,
      true,
      true,
      true,
    ]);
    const request = { path: '/', showDays: 0, cursor: null, limit: 10 };
    const { items } = await world.trash.page(ANNA, world.id, request);
    expect(items.map(({ path }) => path)).toContain('/Letters/Old ideas.md');
    const conflicts = await world.conflictCopies.list(ANNA);
    expect(conflicts.map((copy) => copy.library.id)).toEqual([world.id]);
  });

  it('is made once for each person, also when they ask twice at the same time', async () => {
    const { sampleLibraries, id } = await setup();
    expect((await sampleLibraries.make(ANNA, 'de')).library.id).toBe(id);
    const [one, two] = await Promise.all([
      sampleLibraries.make(BERT, 'de'),
      sampleLibraries.make(BERT, 'de'),
    ]);
    expect(one.library.id).toBe(two.library.id);
    expect(one.library).toMatchObject({ name: 'Beispiel', owner: { kind: 'user', email: BERT.email } });
  });

  it('can be brought back for an hour once it is removed, and leaves nothing behind then', async () => {
    const { sampleLibraries, libraries, id, deleted, clock, stores } = await setup();
    await libraries.remove(ANNA, id);
    clock.advance(HOUR - 1);
    await sampleLibraries.purgeRemoved();
    expect(deleted()).toEqual([id]);
    clock.advance(1);
    await sampleLibraries.purgeRemoved();
    expect(deleted()).toEqual([]);
    expect(stores.historyTable.findBySeq(id, 1)).toBeNull();
    expect([...stores.objects.library(id).damaged()]).toEqual([]);
    // Another one can be made.
    expect((await sampleLibraries.make(ANNA, 'en')).library.id).not.toBe(id);
  });

  it('is never purged by itself once somebody has put something into it', async () => {
    const { sampleLibraries, libraries, id, deleted, clock, commit, put } = await setup();
    await commit(id, await put(id, '/mine.txt', 'mine'));
    await libraries.remove(ANNA, id);
    clock.advance(100 * DAY);
    await sampleLibraries.purgeRemoved();
    expect(deleted()).toEqual([id]);
  });

  it('is never purged by itself for its id alone, which a client may bring', async () => {
    const { sampleLibraries, libraries, id, stores, deleted, clock, changeLibrary, commit, put } =
      await setup();
    const made = stores.libraryTable.find(id);
    if (made === null) throw new Error('a sample expected');
    const brought = '5a3b1e00-1111-4111-8111-111111111111' as LibraryId;
    await changeLibrary.createLibrary({ ...made, id: brought, name: 'Mine' });
    await commit(brought, await put(brought, '/mine.txt', 'mine'));
    await libraries.remove(ANNA, brought);
    clock.advance(100 * DAY);
    await sampleLibraries.purgeRemoved();
    expect(deleted()).toEqual([brought]);
  });

  it('is never purged by itself where it was made in part, and somebody put as much into it', async () => {
    const { libraries, changeLibrary, sampleLibraries, access, deleted, clock, commit, put, id } =
      await setup();
    const half = sampleIdFrom('00000000-0000-4000-8000-000000000001');
    await changeLibrary.createLibrary({ ...access.existing(id), id: half });
    for (let at = 0; at < 13; at += 1) await commit(half, await put(half, `/mine-${at}.txt`, `mine ${at}`));
    await libraries.remove(ANNA, half);
    clock.advance(100 * DAY);
    await sampleLibraries.purgeRemoved();
    expect(deleted()).toEqual([half]);
  });

  it('touches no other deleted library', async () => {
    const { sampleLibraries, libraries, addLibrary, deleted, clock } = await setup();
    const own = await addLibrary('Papers');
    await libraries.remove(ANNA, own);
    clock.advance(100 * DAY);
    await sampleLibraries.purgeRemoved();
    expect(deleted()).toEqual([own]);
  });
});
