import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { makeFolderLibrary } from '../../../support/folder-libraries.ts';
import { ANNA, BERT, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';

const ALL = { path: '/', showDays: 0, cursor: null, limit: 100 };
const DAY = 86_400;

async function trashPaths(world: LibraryWorld, id: LibraryId, path = '/'): Promise<string[]> {
  const { items } = await world.trash.page(ANNA, id, { ...ALL, path });
  return items.map((item) => item.path);
}

describe('the trash of a library', () => {
  it('shows a deleted file with who, when and the commit that still holds it', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const added = await world.commit(id, await world.put(id, '/d/a.txt', 'hello'));
    world.clock.advance(10);
    await world.commit(id, { op: 'remove', path: '/d/a.txt' });

    const { items, cursor } = await world.trash.page(ANNA, id, ALL);

    expect(cursor).toBeNull();
    expect(items).toMatchObject([
      {
        path: '/d/a.txt',
        isDir: false,
        sizeBytes: 5,
        deletedAtSeconds: 1_714_564_810,
        deletedBy: 'anna@example.com',
        deletedByName: 'anna',
        commitId: added.commitId,
      },
    ]);
  });

  it('lists a deleted folder as one item of size 0 and not its children', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.commit(id, await world.put(id, '/d/a.txt', 'a'), await world.put(id, '/d/e/b.txt', 'b'));
    await world.commit(id, { op: 'remove', path: '/d' });

    const { items } = await world.trash.page(ANNA, id, ALL);
    expect(items).toMatchObject([{ path: '/d', isDir: true, sizeBytes: 0 }]);
  });

  it('takes no notice of renames and moves', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.commit(id, await world.put(id, '/a.txt', 'hello'), await world.put(id, '/d/x', 'x'));
    await world.commit(id, { op: 'move', from: '/a.txt', to: '/d/b.txt' });
    await world.commit(id, { op: 'move', from: '/d', to: '/e' });

    expect(await trashPaths(world, id)).toEqual([]);
  });

  it('takes no notice of files that were moved into a folder made for them', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.commit(id, await world.put(id, '/a.txt', 'moved'), await world.put(id, '/b.txt', 'gone'));
    await world.commit(
      id,
      { op: 'move', from: '/a.txt', to: '/new/deep/a.txt' },
      { op: 'remove', path: '/b.txt' },
      await world.put(id, '/new/other.txt', 'other'),
    );

    expect(await trashPaths(world, id)).toEqual(['/b.txt']);
  });

  it('no longer lists what is back under the same path and kind', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const put = await world.put(id, '/a.txt', 'hello');
    await world.commit(id, put);
    await world.commit(id, { op: 'remove', path: '/a.txt' });
    await world.commit(id, put);

    expect(await trashPaths(world, id)).toEqual([]);
  });

  it('lists only the newest deletion of a path', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    for (const text of ['one', 'twoo']) {
      await world.commit(id, await world.put(id, '/a.txt', text));
      world.clock.advance(5);
      await world.commit(id, { op: 'remove', path: '/a.txt' });
    }
    const { items } = await world.trash.page(ANNA, id, ALL);
    expect(items).toMatchObject([{ path: '/a.txt', sizeBytes: 4 }]);
  });

  it('no longer lists what came back inside a folder that came back', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const before = await world.commit(
      id,
      await world.put(id, '/d/a.txt', 'a'),
      await world.put(id, '/d/b.txt', 'b'),
    );
    await world.commit(id, { op: 'remove', path: '/d/a.txt' });
    await world.commit(id, { op: 'remove', path: '/d' });
    expect(await trashPaths(world, id)).toEqual(['/d', '/d/a.txt']);

    await world.restores.item(ANNA, id, '/d', before.commitId);

    expect(await trashPaths(world, id)).toEqual([]);
  });

  it('can be narrowed to a folder', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.commit(
      id,
      await world.put(id, '/d/a.txt', 'a'),
      await world.put(id, '/d/keep', 'k'),
      await world.put(id, '/d2.txt', 'b'),
    );
    await world.commit(id, { op: 'remove', path: '/d/a.txt' }, { op: 'remove', path: '/d2.txt' });

    expect(await trashPaths(world, id, '/d')).toEqual(['/d/a.txt']);
    expect(await refusalOf(() => trashPaths(world, id, '/nowhere'))).toMatchObject({
      code: 'folder-not-found',
    });
  });

  it('is paged, newest first, each item once', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const names = Array.from({ length: 25 }, (_, index) => `/f${String(index).padStart(2, '0')}`);
    await world.commit(id, ...(await Promise.all(names.map((name) => world.put(id, name, name)))));
    for (const path of names) {
      world.clock.advance(1);
      await world.commit(id, { op: 'remove', path });
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof world.trash.page>> = await world.trash.page(ANNA, id, {
        ...ALL,
        cursor,
        limit: 10,
      });
      seen.push(...page.items.map((item) => item.path));
      cursor = page.cursor;
    } while (cursor !== null);

    expect(seen).toEqual([...names].reverse());
  });

  it('refuses a cursor that was edited or belongs to another library', async () => {
    const world = await libraryWorld();
    const [id, other] = [await world.addLibrary('One'), await world.addLibrary('Two')];
    await world.commit(id, await world.put(id, '/a', 'a'), await world.put(id, '/b', 'b'));
    await world.commit(id, { op: 'remove', path: '/a' }, { op: 'remove', path: '/b' });
    const { cursor } = await world.trash.page(ANNA, id, { ...ALL, limit: 1 });

    const edited = `9${cursor}`;
    expect(await refusalOf(() => world.trash.page(ANNA, id, { ...ALL, cursor: edited }))).toMatchObject({
      code: 'cursor-invalid',
    });
    expect(await refusalOf(() => world.trash.page(ANNA, other, { ...ALL, cursor }))).toMatchObject({
      code: 'cursor-invalid',
    });
  });

  it('is empty when retention keeps only the present', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.commit(id, await world.put(id, '/a', 'a'));
    await world.commit(id, { op: 'remove', path: '/a' });
    world.libraries.setRetention(ANNA, id, 0);

    expect(await trashPaths(world, id)).toEqual([]);
  });

  it('forgets what is older than retention, and shows the last days on request', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.commit(id, await world.put(id, '/old', 'a'), await world.put(id, '/new', 'b'));
    await world.commit(id, { op: 'remove', path: '/old' });
    world.clock.advance(10 * DAY);
    await world.commit(id, { op: 'remove', path: '/new' });

    const { items } = await world.trash.page(ANNA, id, { ...ALL, showDays: 3 });
    expect(items.map((item) => item.path)).toEqual(['/new']);
    world.libraries.setRetention(ANNA, id, 5);
    expect(await trashPaths(world, id)).toEqual(['/new']);
  });
});

describe('cleaning the trash', () => {
  it('hides every item for good and keeps the history', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.commit(id, await world.put(id, '/a', 'a'), await world.put(id, '/b', 'b'));
    await world.commit(id, { op: 'remove', path: '/a' });

    world.trash.clean(ANNA, id);
    expect(await trashPaths(world, id)).toEqual([]);
    expect(world.history.page(ANNA, id, { page: 1, perPage: 10 }).commits).toHaveLength(3);

    await world.commit(id, { op: 'remove', path: '/b' });
    expect(await trashPaths(world, id)).toEqual(['/b']);
  });

  it('with days keeps the newer items and cuts history to that age', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.commit(id, await world.put(id, '/a', 'a'), await world.put(id, '/b', 'b'));
    await world.commit(id, { op: 'remove', path: '/a' });
    world.clock.advance(10 * DAY);
    await world.commit(id, { op: 'remove', path: '/b' });

    world.trash.clean(ANNA, id, { keepDays: 3 });

    expect(await trashPaths(world, id)).toEqual(['/b']);
    const { commits } = world.history.page(ANNA, id, { page: 1, perPage: 10 });
    expect(commits.map((commit) => commit.seq)).toEqual([4, 3]);
  });

  it('is for those who manage the library', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    expect(await refusalOf(() => world.trash.clean(BERT, id))).toMatchObject({ code: 'permission-denied' });
  });
});

describe('single items of a trash', () => {
  const deleted = async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.commit(id, await world.put(id, '/a.txt', 'one'), await world.put(id, '/b.txt', 'three'));
    const kept = await world.commit(id, await world.put(id, '/d/c.txt', '7654321'));
    await world.commit(id, ...['/a.txt', '/b.txt', '/d'].map((path) => ({ op: 'remove', path }) as const));
    const { items } = await world.trash.page(ANNA, id, ALL);
    const idOf = (path: string) => items.find((item) => item.path === path)?.trashId ?? 0;
    return { world, id, kept, idOf };
  };

  it('are counted, folders as one and without what is in them', async () => {
    const { world, id } = await deleted();
    expect(world.trash.amount(ANNA, id)).toEqual({ items: 3, folders: 1, bytes: 8, isAll: true });
  });

  it('leave it for good, and the others stay', async () => {
    const { world, id, idOf } = await deleted();
    const gone = [idOf('/a.txt'), idOf('/d')];
    expect(world.trash.purge(ANNA, id, [...gone, ...gone, 999])).toEqual(gone);
    expect(await trashPaths(world, id)).toEqual(['/b.txt']);
    expect(world.trash.purge(ANNA, id, gone)).toEqual([]);
    const request = { ids: gone, replace: new Set<number>(), keepBoth: new Set<number>(), to: null };
    expect(await world.trashRestores.restore(ANNA, id, request)).toMatchObject({ restored: [], gone });
  });

  it('are held by the history all the same', async () => {
    const { world, id, kept, idOf } = await deleted();
    world.trash.purge(ANNA, id, [idOf('/a.txt')]);
    const { dirents } = await world.files.list(ANNA, id, '/', kept.commitId);
    expect(dirents.map(({ name }) => name)).toContain('a.txt');
  });

  it('are not for those who may only read or write', async () => {
    const { world, id, idOf } = await deleted();
    const ids = [idOf('/a.txt')];
    expect(await refusalOf(async () => world.trash.purge(BERT, id, ids))).toMatchObject({
      code: 'permission-denied',
    });
    expect(await trashPaths(world, id)).toHaveLength(3);
  });
});

describe('what is gone from the trash of a library', () => {
  const shared = async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.commit(
      id,
      await world.put(id, '/work/secret.txt', 'secret'),
      await world.put(id, '/work/deep/plan.txt', 'plan'),
    );
    const work = await makeFolderLibrary(world, id, '/work');
    await world.commit(
      id,
      { op: 'remove', path: '/work/secret.txt' },
      { op: 'remove', path: '/work/deep/plan.txt' },
    );
    return { world, id, work };
  };

  it('is gone for those who have its folder as a library of their own', async () => {
    const { world, id, work } = await shared();
    const { items } = await world.trash.page(ANNA, id, ALL);
    const secret = items.find(({ path }) => path === '/work/secret.txt')?.trashId ?? 0;
    expect((await trashPaths(world, work)).sort()).toEqual(['/deep/plan.txt', '/secret.txt']);
    expect(world.trash.purge(ANNA, id, [secret])).toEqual([secret]);
    expect(await trashPaths(world, work)).toEqual(['/deep/plan.txt']);
    world.trash.clean(ANNA, id);
    expect(await trashPaths(world, work)).toEqual([]);
  });
});
