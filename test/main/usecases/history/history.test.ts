import { describe, expect, it } from 'vitest';
import type { CommitId } from '../../../../src-main/core/objects/object-id.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

const DAY = 86_400;

describe('history', () => {
  it('is newest first and paged by number', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    for (let index = 0; index < 5; index++)
      await world.commit(id, await world.put(id, `/f${index}`, `${index}`));

    const first = world.history.page(ANNA, id, { page: 1, perPage: 4 });
    const second = world.history.page(ANNA, id, { page: 2, perPage: 4 });

    expect(first.commits.map((commit) => commit.seq)).toEqual([6, 5, 4, 3]);
    expect(first.more).toBe(true);
    expect(second.commits.map((commit) => commit.seq)).toEqual([2, 1]);
    expect(second.more).toBe(false);
    expect(second.commits[1]).toMatchObject({
      description: 'Created library',
      parentId: null,
      authorName: 'anna',
    });
  });

  it('shows nothing past the end', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    expect(world.history.page(ANNA, id, { page: 1_000_000, perPage: 100 })).toEqual({
      commits: [],
      more: false,
    });
  });

  it('shows only the head when retention keeps only the present', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.commit(id, await world.put(id, '/a', 'a'));
    world.libraries.setRetention(ANNA, id, 0);
    expect(
      world.history.page(ANNA, id, { page: 1, perPage: 10 }).commits.map((commit) => commit.seq),
    ).toEqual([2]);
  });

  it('keeps the newest commit older than retention, so that the next edit has a before', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    for (const text of ['1', '2', '3']) {
      await world.commit(id, await world.put(id, '/a', text));
      world.clock.advance(10 * DAY);
    }
    world.libraries.setRetention(ANNA, id, 15);
    const { commits, more } = world.history.page(ANNA, id, { page: 1, perPage: 10 });
    expect(commits.map((commit) => commit.seq)).toEqual([4, 3]);
    expect(more).toBe(false);
  });

  it('is not for strangers', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    expect(await refusalOf(() => world.history.page(BERT, id, { page: 1, perPage: 1 }))).toMatchObject({
      code: 'permission-denied',
    });
  });
});

describe('the history of one path', () => {
  it('holds the commits that changed it, under its old and its new name, and no others', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.commit(id, await world.put(id, '/d/a.txt', 'one'), await world.put(id, '/d/other', 'x'));
    await world.commit(id, await world.put(id, '/d/other', 'y'));
    await world.commit(id, await world.put(id, '/d/a.txt', 'two'));
    await world.commit(id, { op: 'move', from: '/d/a.txt', to: '/b.txt' });

    const old = await world.history.after(ANNA, id, { before: null, limit: 10, path: '/d/a.txt' });
    const now = await world.history.after(ANNA, id, { before: null, limit: 10, path: '/b.txt' });

    expect(old.commits.map((commit) => commit.seq)).toEqual([5, 4, 2]);
    expect(now.commits.map((commit) => commit.seq)).toEqual([5]);
  });
});

describe('the detail of a commit', () => {
  it('lists what changed in path order, folders folded and renames paired', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.commit(
      id,
      await world.put(id, '/old.txt', 'moved'),
      await world.put(id, '/edit.txt', 'one'),
      await world.put(id, '/gone/x', 'x'),
      await world.put(id, '/gone.txt', 'gone'),
    );
    const made = await world.commit(
      id,
      { op: 'move', from: '/old.txt', to: '/renamed.txt' },
      await world.put(id, '/edit.txt', 'two'),
      await world.put(id, '/added/deep/y', 'y'),
      await world.put(id, '/added.txt', 'new'),
      { op: 'remove', path: '/gone' },
      { op: 'remove', path: '/gone.txt' },
    );

    const changes = await world.history.changes(ANNA, id, made.commitId, { after: -1, limit: 100 });

    expect(changes.map(({ op, path, newPath }) => [op, path, newPath])).toEqual([
      ['newdir', '/added', ''],
      ['new', '/added.txt', ''],
      ['modified', '/edit.txt', ''],
      ['deldir', '/gone', ''],
      ['removed', '/gone.txt', ''],
      ['renamed', '/old.txt', '/renamed.txt'],
    ]);
    const commit = world.history.find(ANNA, id, made.commitId);
    expect(commit.counts).toEqual({ added: 2, modified: 1, removed: 2, renamed: 1 });
    expect(commit.summary?.parts).toEqual([
      { kind: 'added', items: 2, dirs: 1, files: 2, folders: 2, name: 'added', to: '' },
      { kind: 'modified', items: 1, dirs: 0, files: 1, folders: 0, name: 'edit.txt', to: '' },
      { kind: 'removed', items: 2, dirs: 1, files: 2, folders: 1, name: 'gone', to: '' },
      { kind: 'renamed', items: 1, dirs: 0, files: 1, folders: 0, name: 'old.txt', to: 'renamed.txt' },
    ]);
  });

  it('is summed up from the changes where an older version kept nothing, unless they are many', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const few = await world.commit(id, await world.put(id, '/a', 'a'));
    const files = Array.from({ length: 51 }, (_, index) => world.put(id, `/f${index}`, 'x'));
    const many = await world.commit(id, ...(await Promise.all(files)));
    world.db.exec('UPDATE commits SET summary = NULL');
    expect(world.history.find(ANNA, id, few.commitId).summary).toEqual({
      ...{ reason: 'changes', at: null },
      parts: [{ kind: 'added', items: 1, dirs: 0, files: 1, folders: 0, name: 'a', to: '' }],
    });
    expect(world.history.find(ANNA, id, many.commitId).summary).toBeNull();
  });

  it('is empty for the first commit and unknown for one of another library', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const other = await world.addLibrary('Other');
    const made = await world.commit(other, await world.put(other, '/a', 'a'));
    const firstId = world.history.page(ANNA, id, { page: 1, perPage: 1 }).commits[0]?.id as CommitId;

    expect(await world.history.changes(ANNA, id, firstId, { after: -1, limit: 10 })).toEqual([]);
    expect(await refusalOf(() => world.history.find(ANNA, id, made.commitId))).toMatchObject({
      code: 'commit-not-found',
    });
  });
});
