import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type { CommitId, ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import { type AllTrashRequest, createAllTrash } from '../../../../src-main/usecases/history/all-trash.ts';
import { ANNA, BERT, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';

const EVERYTHING: AllTrashRequest = {
  ...{ search: '', kind: null, libraryId: null, oldestFirst: false, cursor: null },
  ...{ sinceSeconds: 0, untilSeconds: 253_402_300_799 },
};

function deleteAt({ stores }: LibraryWorld, id: LibraryId, path: string, deletedAtSeconds: number): void {
  const of = { objectId: 'f'.repeat(40) as ObjectId, commitId: 'a'.repeat(40) as CommitId };
  const deleted = { deletedAtSeconds, deletedBy: ANNA.email, sizeBytes: 1, isDir: false };
  stores.trashTable.add(id, [{ ...of, ...deleted, path }]);
}

async function pathsOf(world: Pick<LibraryWorld, 'allTrash'>, request: Partial<AllTrashRequest> = {}) {
  const paths: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await world.allTrash.page(ANNA, { ...EVERYTHING, ...request, cursor });
    paths.push(...page.items.map(({ path }) => path));
    ({ cursor } = page);
  } while (cursor !== null);
  return paths;
}

describe('the trash of many libraries', () => {
  it('is in one order by time and id, whichever libraries the deletions are in', async () => {
    const world = await libraryWorld();
    const ids: LibraryId[] = [];
    for (const name of ['One', 'Two', 'Three', 'Four', 'Empty']) ids.push(await world.addLibrary(name));
    const made = Array.from({ length: 300 }, (_, at) => {
      // Most in the first, some a second, runs in one library, and times that go back and forth.
      const time = 1_000 + ((at * 7) % 50) * 10;
      deleteAt(world, ids[at % 9 < 6 ? 0 : at % 4] ?? ('' as LibraryId), `/${at}`, time);
      return { path: `/${at}`, time, at };
    });
    const oldestFirst = made.toSorted((a, b) => a.time - b.time || a.at - b.at);
    const paths = oldestFirst.map(({ path }) => path);

    expect(await pathsOf(world, { oldestFirst: true })).toEqual(paths);
    expect(await pathsOf(world)).toEqual(paths.toReversed());
    const within = { sinceSeconds: 1_100, untilSeconds: 1_200 };
    const inside = oldestFirst.filter(({ time }) => time >= 1_100 && time <= 1_200).map(({ path }) => path);
    expect(await pathsOf(world, { ...within, oldestFirst: true })).toEqual(inside);
    expect(await pathsOf(world, within)).toEqual(inside.toReversed());
  });

  it('leaves out what was cleared and what retention no longer shows', async () => {
    const world = await libraryWorld();
    const [cleared, short] = [await world.addLibrary('Cleared'), await world.addLibrary('Short')];
    const now = world.clock.nowSeconds();
    deleteAt(world, cleared, '/before', now - 10);
    world.trash.clean(ANNA, cleared);
    deleteAt(world, cleared, '/after', now);
    deleteAt(world, short, '/long-ago', now - 40 * 86_400);
    deleteAt(world, short, '/lately', now - 86_400);
    world.libraries.setRetention(ANNA, short, 30);

    expect(await pathsOf(world)).toEqual(['/after', '/lately']);
    expect(await pathsOf(world, { oldestFirst: true })).toEqual(['/lately', '/after']);
    expect((await world.allTrash.page(BERT, EVERYTHING)).items).toEqual([]);
  });

  it('is read only as far as it is shown', async () => {
    const world = await libraryWorld();
    const [quiet, busy] = [await world.addLibrary('Quiet'), await world.addLibrary('Busy')];
    await world.addLibrary('Empty');
    for (let at = 0; at < 130; at += 1) {
      deleteAt(world, quiet, `/quiet ${at}`, 1_000);
      deleteAt(world, busy, `/busy ${at}`, 2_000);
    }
    const asked: [LibraryId, number][] = [];
    const trashTable = {
      ...world.stores.trashTable,
      page: (id: LibraryId, request: Parameters<typeof world.stores.trashTable.page>[1]) => {
        asked.push([id, request.limit]);
        return world.stores.trashTable.page(id, request);
      },
    };
    const allTrash = createAllTrash({ ...world, trashTable, secret: Buffer.alloc(32, 9) });

    expect((await allTrash.page(ANNA, EVERYTHING)).items).toHaveLength(100);
    expect(asked).toEqual([
      [busy, 10],
      [busy, 100],
    ]);
  });
});
