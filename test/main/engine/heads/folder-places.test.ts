import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../support/account-services.ts';
import { makeFolderLibrary } from '../../../support/folder-libraries.ts';
import { filesOf, record, sharedFolder } from '../../../support/shared-folder.ts';

describe('a folder library, and another folder than its own', () => {
  it('is followed when it leaves its name to another one at once', async () => {
    const { world, id, work } = await sharedFolder();
    await world.commit(
      id,
      { op: 'move', from: '/work', to: '/old' },
      await world.put(id, '/work/secret.txt', 'secret'),
    );
    expect(record(world, work).origin).toEqual({ id, path: '/old' });
    expect(await filesOf(world, work)).toEqual(['/deep/note.txt', '/plan.txt']);
  });

  it('is followed into a folder that is new, with all around it that went too', async () => {
    const { world, id, work } = await sharedFolder();
    const deep = await makeFolderLibrary(world, id, '/work/deep');
    await world.commit(id, await world.put(id, '/2026/taxes/income.txt', 'income'), {
      op: 'move',
      from: '/work',
      to: '/2026/archive/work',
    });
    expect(record(world, work).origin).toEqual({ id, path: '/2026/archive/work' });
    expect(record(world, deep).origin).toEqual({ id, path: '/2026/archive/work/deep' });
    expect(await filesOf(world, work)).toEqual(['/deep/note.txt', '/plan.txt']);
  });

  it('is followed into a folder that has taken in all of the one around it', async () => {
    const { world, id, work } = await sharedFolder();
    const deep = await makeFolderLibrary(world, id, '/work/deep');
    await world.commit(
      id,
      { op: 'move', from: '/work/deep', to: '/private/deep' },
      { op: 'move', from: '/work/plan.txt', to: '/private/plan.txt' },
      { op: 'remove', path: '/work' },
    );
    expect(record(world, deep).origin).toEqual({ id, path: '/private/deep' });
    expect(await filesOf(world, work)).toBe('gone');
  });

  it('is followed into a new folder also when it was changed', async () => {
    const { world, id, work } = await sharedFolder();
    await world.commit(id, await world.put(id, '/work/more.txt', 'more'), {
      op: 'move',
      from: '/work',
      to: '/2026/job',
    });
    expect(record(world, work)).toMatchObject({ name: 'job', origin: { id, path: '/2026/job' } });
    expect(await filesOf(world, work)).toEqual(['/deep/note.txt', '/more.txt', '/plan.txt']);
  });

  it('ends it when another folder takes its name at once', async () => {
    const { world, id, work } = await sharedFolder();
    await world.commit(id, { op: 'remove', path: '/work' }, { op: 'move', from: '/private', to: '/work' });
    expect(await filesOf(world, id)).toEqual(['/work/diary.txt']);
    expect(await filesOf(world, work)).toBe('gone');
  });

  it('stays where all in it is replaced, also while another folder comes', async () => {
    const { world, id, work } = await sharedFolder();
    await world.commit(
      id,
      { op: 'remove', path: '/work/deep' },
      { op: 'remove', path: '/work/plan.txt' },
      await world.put(id, '/work/new.txt', 'new'),
      await world.put(id, '/other/any.txt', 'any'),
    );
    expect(record(world, work).origin).toEqual({ id, path: '/work' });
    expect(await filesOf(world, work)).toEqual(['/new.txt']);
  });

  it('ends it when the new folder has its few files among many of its own', async () => {
    const { world, id, work } = await sharedFolder();
    await world.commit(work, { op: 'remove', path: '/deep' });
    await world.commit(
      id,
      { op: 'remove', path: '/work' },
      await world.put(id, '/taxes/plan.txt', 'plan'),
      await world.put(id, '/taxes/income.txt', 'income'),
      await world.put(id, '/taxes/debts.txt', 'debts'),
    );
    expect(await filesOf(world, work)).toBe('gone');
  });

  it('does not come back where the folder has another library by now', async () => {
    const { world, id, work } = await sharedFolder();
    const { rootId } = record(world, work);
    await world.commit(id, { op: 'remove', path: '/work' });
    await world.commit(id, await world.put(id, '/work/other.txt', 'other'));
    const other = await makeFolderLibrary(world, id, '/work');
    await world.commit(
      id,
      { op: 'remove', path: '/work' },
      { op: 'mkdir', path: '/work', mtimeSeconds: 1, id: rootId },
    );
    expect(await filesOf(world, work)).toBe('gone');
    expect(await filesOf(world, other)).toEqual(['/deep/note.txt', '/plan.txt']);
  });

  it('one new folder is followed by the first by path of two that were alike', async () => {
    const { world, id, work } = await sharedFolder();
    await world.commit(
      id,
      await world.put(id, '/twin/plan.txt', 'plan'),
      await world.put(id, '/twin/deep/note.txt', 'note'),
    );
    const twin = await makeFolderLibrary(world, id, '/twin');
    await world.commit(
      id,
      { op: 'remove', path: '/work' },
      { op: 'remove', path: '/twin' },
      await world.put(id, '/job/plan.txt', 'plan'),
      await world.put(id, '/job/deep/note.txt', 'note'),
      await world.put(id, '/job/more.txt', 'more'),
    );
    expect(record(world, twin).origin).toEqual({ id, path: '/job' });
    expect(await filesOf(world, work)).toBe('gone');
  });

  it('takes nothing that would lie too deep in the library around it', async () => {
    const { world, id, work } = await sharedFolder();
    const before = await filesOf(world, id);
    const path = '/d'.repeat(256);
    const refused = await refusalOf(() => world.commit(work, { op: 'mkdir', path, mtimeSeconds: 1 }));
    expect(refused).toMatchObject({ code: 'path-invalid', detail: { reason: 'too-deep' } });
    await world.commit(work, { op: 'mkdir', path: '/d'.repeat(255), mtimeSeconds: 1 });
    await world.commit(id, { op: 'remove', path: '/work/d' });
    expect(await filesOf(world, id)).toEqual(before);
  });
});
