import { expect, it } from 'vitest';
import { refusalOf } from '../../../support/account-services.ts';
import { ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

/** A library before and after: a file came, one changed, one moved, and a folder of two went. */
async function compared() {
  const world = await libraryWorld();
  const libraryId = await world.addLibrary();
  const put = (path: string, text: string) => world.put(libraryId, path, text);
  const files = [put('/a', '1'), put('/b', '22'), put('/d/x', '333'), put('/d/y', '4444')];
  const before = await world.commit(libraryId, ...(await Promise.all(files)));
  const after = await world.commit(
    libraryId,
    ...[await put('/a', '55555'), await put('/new', '666666'), { op: 'remove', path: '/d' } as const],
    { op: 'move', from: '/b', to: '/c' },
  );
  const asked = {
    libraryId,
    commitId: before.commitId,
    otherId: after.commitId,
    kind: null,
    from: 0,
    limit: 9,
  };
  return { world, before, after, asked, compare: world.compareSnapshots };
}

it('what differs is told by path, with all that is in folders, and in all', async () => {
  const { compare, asked } = await compared();
  const { rows, ...page } = await compare.page(ANNA, asked);
  expect(rows.map(({ kind, path, files, bytes }) => `${kind} ${path} ${files} ${bytes}`)).toEqual([
    ...['modified /a 1 5', 'renamed /b 1 2', 'removed /d 2 7', 'added /new 1 6'],
  ]);
  expect(page).toMatchObject({
    ...{ files: { added: 1, modified: 1, removed: 2, renamed: 1 }, bytesDelta: 6 + 4 - 7 },
    ...{ total: 4, next: null },
  });
});

it('the older one comes first, in whatever order they are asked for, and no other one is the present', async () => {
  const { compare, asked, before, after } = await compared();
  const turned = { ...asked, commitId: after.commitId, otherId: before.commitId };
  for (const wanted of [turned, { ...asked, otherId: null }]) {
    const { older, newer } = await compare.page(ANNA, wanted);
    expect([older.id, newer.id]).toEqual([before.commitId, after.commitId]);
  }
});

it('rows come page by page, and of one kind when that is asked for', async () => {
  const { compare, asked } = await compared();
  const first = await compare.page(ANNA, { ...asked, limit: 3 });
  expect([first.rows.length, first.next]).toEqual([3, 3]);
  const second = await compare.page(ANNA, { ...asked, from: 3, limit: 3 });
  expect([second.rows.map(({ path }) => path), second.next]).toEqual([['/new'], null]);
  const removed = await compare.page(ANNA, { ...asked, kind: 'removed' });
  expect([removed.rows.map(({ path }) => path), removed.total]).toEqual([['/d'], 1]);
  expect(removed.files.added).toBe(1);
});

it('a library is compared for those who may read it', async () => {
  const { compare, asked } = await compared();
  expect(await refusalOf(() => compare.page(BERT, asked))).toMatchObject({ code: 'permission-denied' });
});
