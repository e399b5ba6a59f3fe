import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { EMPTY_ID } from '../../../../src-main/core/objects/object-id.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ANNA, libraryWorld } from '../../../support/library-world.ts';

const WORK = '22222222-2222-4222-8222-222222222222' as LibraryId;

async function withFolder() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  await world.commit(id, await world.put(id, '/work/a.txt', 'one'), await world.put(id, '/b.txt', 'two'));
  const make = (path: string, folderId = WORK) =>
    world.changeLibrary.createFolderLibrary({
      ...{ id: folderId, name: 'work', origin: { id, path }, author: ANNA.email },
    });
  return { world, id, make };
}

describe('a new library', () => {
  it('has one commit, of nothing, which is journalled', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const { library } = world.libraries.find(ANNA, id);
    expect(library).toMatchObject({ headSeq: 1, retainedFromSeq: 1, rootId: EMPTY_ID });
    expect((await world.stores.journal.lastHeads()).get(id)?.head_commit_id).toBe(library.headId);
  });

  it('cannot have the id of another', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const {
      headId: _,
      rootId: __,
      headSeq: ___,
      retainedFromSeq: ____,
      ...record
    } = world.libraries.find(ANNA, id).library;
    const again = await refusalOf(() => world.changeLibrary.createLibrary(record));
    expect(again).toMatchObject({ code: 'library-exists' });
  });
});

describe('a new folder library', () => {
  it('is what is in the folder, and is made once', async () => {
    const { world, id, make } = await withFolder();
    const made = await make('/work');
    expect(made).toMatchObject({
      id: WORK,
      headSeq: 1,
      fileCount: 1,
      sizeBytes: 3,
      origin: { id, path: '/work' },
    });
    const { library } = world.libraries.find(ANNA, id);
    expect((await world.contents.entryAt(library, '/work'))?.id).toBe(made.rootId);
    expect((await make('/work', '33333333-3333-4333-8333-333333333333' as LibraryId)).id).toBe(WORK);
  });

  it('is refused of what is no folder below the root', async () => {
    const { make } = await withFolder();
    expect(await refusalOf(() => make('/'))).toMatchObject({ code: 'path-invalid' });
    expect(await refusalOf(() => make('/b.txt'))).toMatchObject({ code: 'folder-not-found' });
    expect(await refusalOf(() => make('/none'))).toMatchObject({ code: 'folder-not-found' });
  });
});
