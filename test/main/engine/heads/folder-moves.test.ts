import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { EMPTY_ID } from '../../../../src-main/core/objects/object-id.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { makeFolderLibrary } from '../../../support/folder-libraries.ts';
import { ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';
import { filesOf, record, sharedFolder } from '../../../support/shared-folder.ts';

describe('a folder library', () => {
  it('begins with what the folder holds, and is the same one when asked for again', async () => {
    const { world, id, work } = await sharedFolder();
    expect(await filesOf(world, work)).toEqual(['/deep/note.txt', '/plan.txt']);
    expect(record(world, work)).toMatchObject({
      ...{ name: 'work', fileCount: 2, sizeBytes: 8, headSeq: 1, origin: { id, path: '/work' } },
      owner: { kind: 'user', email: ANNA.email },
    });
    expect(await makeFolderLibrary(world, id, '/work')).toBe(work);
  });

  it('is refused of the whole library, of files, of nothing and of encrypted libraries', async () => {
    const { world, id } = await sharedFolder();
    const code = async (of: LibraryId, path: string) =>
      (await refusalOf(() => makeFolderLibrary(world, of, path)))?.code;
    expect(await code(id, '/')).toBe('path-invalid');
    expect(await code(id, '/work/plan.txt')).toBe('folder-not-found');
    expect(await code(id, '/nothing')).toBe('folder-not-found');
    const locked = await world.libraries.create(ANNA, { name: 'Locked', password: 'a long password' });
    expect(await code(locked.view.library.id, '/work')).toBe('library-encrypted');
  });

  it('brings its changes into the library that it is in, and takes over those made there', async () => {
    const { world, id, work } = await sharedFolder();
    await world.commit(work, await world.put(work, '/from-inside.txt', 'inside'));
    await world.commit(id, await world.put(id, '/work/from-outside.txt', 'outside'));
    await world.commit(work, { op: 'remove', path: '/deep' });
    expect(await filesOf(world, id)).toEqual([
      '/private/diary.txt',
      '/work/from-inside.txt',
      '/work/from-outside.txt',
      '/work/plan.txt',
    ]);
    expect(await filesOf(world, work)).toEqual(['/from-inside.txt', '/from-outside.txt', '/plan.txt']);
    expect(record(world, work)).toMatchObject({ headSeq: 4, fileCount: 3 });
    expect(record(world, id)).toMatchObject({ headSeq: 5, fileCount: 4 });
    const { authorEmail } = world.stores.historyTable.findBySeq(work, 3) ?? {};
    expect(authorEmail).toBe(ANNA.email);
  });

  it('stays as it is when something else changes', async () => {
    const { world, id, work } = await sharedFolder();
    await world.commit(id, await world.put(id, '/private/more.txt', 'more'));
    expect(record(world, work).headSeq).toBe(1);
  });

  it('shows a folder in a folder to two libraries at once', async () => {
    const { world, id, work } = await sharedFolder();
    const deep = await makeFolderLibrary(world, id, '/work/deep');
    await world.commit(deep, await world.put(deep, '/new.txt', 'new'));
    expect(await filesOf(world, work)).toEqual(['/deep/new.txt', '/deep/note.txt', '/plan.txt']);
    await world.commit(work, { op: 'remove', path: '/deep/note.txt' });
    expect(await filesOf(world, deep)).toEqual(['/new.txt']);
    expect(await filesOf(world, id)).toEqual(['/private/diary.txt', '/work/deep/new.txt', '/work/plan.txt']);
  });

  it('tells of every head that moved', async () => {
    const { world, id, work } = await sharedFolder();
    world.events.length = 0;
    await world.commit(work, await world.put(work, '/a.txt', 'a'));
    expect(world.events).toEqual([
      { type: 'library', library_id: work, head_commit_id: record(world, work).headId },
      { type: 'library', library_id: id, head_commit_id: record(world, id).headId },
    ]);
  });

  it('begins with a commit of its own, also where the library around it began alike', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const first = record(world, id).headId;
    await world.commit(id, { op: 'mkdir', path: '/empty', mtimeSeconds: 1 });
    const { headId } = record(world, await makeFolderLibrary(world, id, '/empty'));
    expect(headId).not.toBe(first);
  });

  it('has two commits of its own for equal folders that change the same in one second', async () => {
    const { world, id } = await sharedFolder();
    await world.commit(id, await world.put(id, '/one/f.txt', 'f'), await world.put(id, '/two/f.txt', 'f'));
    const one = await makeFolderLibrary(world, id, '/one');
    const two = await makeFolderLibrary(world, id, '/two');
    await world.commit(id, await world.put(id, '/one/g.txt', 'g'), await world.put(id, '/two/g.txt', 'g'));
    expect(record(world, one).rootId).toBe(record(world, two).rootId);
    expect(record(world, one).headId).not.toBe(record(world, two).headId);
  });
});

describe('the folder of a folder library', () => {
  it('is followed when it or a folder around it is renamed or moved, and its name with it', async () => {
    const { world, id, work } = await sharedFolder();
    await world.commit(id, { op: 'move', from: '/work', to: '/job' });
    expect(record(world, work)).toMatchObject({ name: 'job', origin: { id, path: '/job' } });
    await world.commit(id, { op: 'mkdir', path: '/2026', mtimeSeconds: 1 });
    await world.commit(id, { op: 'move', from: '/job', to: '/2026/job' });
    await world.commit(id, { op: 'move', from: '/2026', to: '/2027' });
    expect(record(world, work).origin).toEqual({ id, path: '/2027/job' });
    await world.commit(work, await world.put(work, '/late.txt', 'late'));
    expect(await filesOf(world, id)).toContain('/2027/job/late.txt');
  });

  it('is followed when it is renamed in a folder library around it', async () => {
    const { world, id, work } = await sharedFolder();
    const deep = await makeFolderLibrary(world, id, '/work/deep');
    await world.commit(work, { op: 'move', from: '/deep', to: '/shallow' });
    expect(record(world, deep)).toMatchObject({ name: 'shallow', origin: { id, path: '/work/shallow' } });
  });

  it('ends it when it is deleted, and brings it back when it is restored', async () => {
    const { world, id, work } = await sharedFolder();
    const { rootId } = record(world, work);
    await world.commit(id, { op: 'remove', path: '/work' });
    expect(await filesOf(world, work)).toBe('gone');
    expect(world.stores.folderLibraryTable.isGone(work)).toBe(true);
    expect((await refusalOf(() => world.commit(work, { op: 'remove', path: '/plan.txt' })))?.code).toBe(
      'library-not-found',
    );
    await world.commit(id, { op: 'mkdir', path: '/work', mtimeSeconds: 1, id: rootId });
    expect(await filesOf(world, work)).toEqual(['/deep/note.txt', '/plan.txt']);
    await world.commit(work, await world.put(work, '/again.txt', 'again'));
    expect(await filesOf(world, id)).toContain('/work/again.txt');
  });

  it('is followed when it is renamed and changed at once, as clients do who name themselves in each row', async () => {
    const { world, id, work } = await sharedFolder();
    const deep = await makeFolderLibrary(world, id, '/work/deep');
    await world.commit(
      id,
      { op: 'remove', path: '/work' },
      await world.put(id, '/new/other.txt', 'other'),
      await world.put(id, '/job/plan.txt', 'plan'),
      await world.put(id, '/job/deep/note.txt', 'note'),
      await world.put(id, '/job/more.txt', 'more'),
    );
    expect(record(world, work)).toMatchObject({ name: 'job', origin: { id, path: '/job' } });
    expect(record(world, deep).origin).toEqual({ id, path: '/job/deep' });
    expect(await filesOf(world, work)).toEqual(['/deep/note.txt', '/more.txt', '/plan.txt']);
    await world.commit(work, { op: 'remove', path: '/plan.txt' });
    expect(await filesOf(world, id)).toContain('/job/more.txt');
  });

  it('ends it when the new folder is another one', async () => {
    const { world, id, work } = await sharedFolder();
    await world.commit(
      id,
      { op: 'remove', path: '/work' },
      await world.put(id, '/job/plan.txt', 'of something else'),
      await world.put(id, '/job/note.txt', 'note'),
    );
    expect(await filesOf(world, work)).toBe('gone');
  });

  it('does not come back as another folder of that name', async () => {
    const { world, id, work } = await sharedFolder();
    await world.commit(id, { op: 'remove', path: '/work' });
    await world.commit(id, { op: 'mkdir', path: '/work', mtimeSeconds: 1 });
    await world.commit(id, await world.put(id, '/work/secret.txt', 'secret'));
    expect(await filesOf(world, work)).toBe('gone');
  });

  it('of which all is deleted stays shared', async () => {
    const { world, work } = await sharedFolder();
    await world.commit(work, { op: 'remove', path: '/deep' }, { op: 'remove', path: '/plan.txt' });
    expect(record(world, work).rootId).toBe(EMPTY_ID);
    await world.commit(work, await world.put(work, '/first.txt', 'first'));
    expect(await filesOf(world, work)).toEqual(['/first.txt']);
  });
});

describe('the library around it', () => {
  it('takes it along when it is deleted, and brings it back', async () => {
    const { world, id, work } = await sharedFolder();
    await world.libraries.remove(ANNA, id);
    expect(await filesOf(world, work)).toBe('gone');
    expect(world.stores.folderLibraryTable.isGone(work)).toBe(true);
    await world.deletedLibraries.restore(ANNA, id);
    expect(await filesOf(world, work)).toEqual(['/deep/note.txt', '/plan.txt']);
  });

  it('is alone what counts as stored, is listed and is given away', async () => {
    const { world, id, work } = await sharedFolder();
    const { libraryTable } = world.stores;
    expect(libraryTable.totalsOfUser(ANNA.email)).toEqual({ count: 1, bytes: 13 });
    expect(libraryTable.all().map((library) => library.id)).toEqual([id]);
    libraryTable.setOwner(id, { kind: 'user', email: BERT.email });
    libraryTable.setStatus(id, 'read-only');
    libraryTable.setKeepDays(id, 7);
    expect(record(world, work)).toMatchObject({
      ...{ owner: { kind: 'user', email: BERT.email }, status: 'read-only', keepDays: 7 },
    });
  });

  it('is told of in the journal alone', async () => {
    const { world, id, work } = await sharedFolder();
    await world.commit(work, await world.put(work, '/a.txt', 'a'));
    const last = await world.stores.journal.lastHeads();
    expect(last.get(id)?.head_commit_id).toBe(record(world, id).headId);
    expect(last.has(work)).toBe(false);
  });

  it('keeps its objects when the folder library goes', async () => {
    const { world, id, work } = await sharedFolder();
    await world.stores.objects.removeLibrary(work);
    expect(await filesOf(world, id)).toHaveLength(3);
    expect(world.stores.objects.library(id).has('fs', record(world, id).rootId)).toBe(true);
  });
});

describe('what a stop in between leaves', () => {
  it('no head at all has moved when the transaction fails', async () => {
    const { world, id, work } = await sharedFolder();
    const before = [record(world, id), record(world, work)];
    const change = await world.put(work, '/a.txt', 'a');
    world.db.exec(`CREATE TRIGGER stop BEFORE UPDATE OF head_id ON libraries WHEN old.id = '${id}'
      BEGIN SELECT RAISE (ABORT, 'stopped'); END`);
    await expect(world.commit(work, change)).rejects.toThrow('stopped');
    world.db.exec('DROP TRIGGER stop');
    expect([record(world, id), record(world, work)]).toEqual(before);
    await world.commit(work, change);
    expect(await filesOf(world, id)).toContain('/work/a.txt');
  });

  it('a folder library that is behind is brought up at the start, by a commit of its own', async () => {
    const { world, id, work } = await sharedFolder();
    const old = record(world, work);
    await world.commit(id, await world.put(id, '/work/new.txt', 'new'));
    // As a database has it that has forgotten the move of this head alone.
    world.db
      .prepare('UPDATE libraries SET head_id = ?, root_id = ?, head_seq = 1 WHERE id = ?')
      .run(old.headId, old.rootId, work);
    world.db.exec(`DELETE FROM commits WHERE seq = 2 AND library_key =
      (SELECT library_key FROM libraries WHERE id = '${work}')`);
    const refused = await refusalOf(() => world.commit(work, { op: 'remove', path: '/plan.txt' }));
    expect(refused?.code).toBe('head-moved');
    await world.changeLibrary.bringFoldersUp();
    expect(await filesOf(world, work)).toEqual(['/deep/note.txt', '/new.txt', '/plan.txt']);
    const { headSeq } = record(world, work);
    await world.changeLibrary.bringFoldersUp();
    expect(record(world, work).headSeq).toBe(headSeq);
  });

  it('a start is possible where nobody can read what a folder library has missed, which is left as it is', async () => {
    const { world, id, work } = await sharedFolder();
    const { rootId } = record(world, work);
    world.db.prepare('UPDATE libraries SET root_id = ? WHERE id = ?').run('f'.repeat(40), work);
    await world.changeLibrary.bringFoldersUp();
    expect(record(world, work).headSeq).toBe(1);
    await world.commit(id, await world.put(id, '/work/new.txt', 'new'));
    expect(record(world, work).headSeq).toBe(1);
    world.db.prepare('UPDATE libraries SET root_id = ? WHERE id = ?').run(rootId, work);
    await world.changeLibrary.bringFoldersUp();
    expect(await filesOf(world, work)).toEqual(['/deep/note.txt', '/new.txt', '/plan.txt']);
  });

  it('one whose folder went while nobody looked is ended at the start', async () => {
    const { world, id, work } = await sharedFolder();
    world.db.prepare('UPDATE libraries SET origin_path = ? WHERE id = ?').run('/nowhere', work);
    await world.changeLibrary.bringFoldersUp();
    expect(await filesOf(world, work)).toBe('gone');
    expect(await filesOf(world, id)).toHaveLength(3);
  });
});

describe('a library that is removed for good', () => {
  it('leaves nothing of its folder libraries, whose ids are known as gone', async () => {
    const { world, id, work } = await sharedFolder();
    await world.libraries.remove(ANNA, id);
    await world.deletedLibraries.purge(ANNA, id);
    const count = (sql: string) => world.db.prepare<[], number>(sql).pluck().get();
    expect(count('SELECT count(*) FROM libraries')).toBe(0);
    expect(count('SELECT count(*) FROM commits')).toBe(0);
    expect(world.stores.deletedLibraryTable.isPurged(work)).toBe(true);
  });
});
