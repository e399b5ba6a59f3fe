import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../src-main/core/history/change.ts';
import type { Library } from '../../../../src-main/core/library/library.ts';
import { LIBRARY_FILES_MAX } from '../../../../src-main/core/limits.ts';
import { EMPTY_ID } from '../../../../src-main/core/objects/object-id.ts';
import { recordFields } from '../../../../src-main/engine/heads/planned-move.ts';
import { prepareMove, rowsOf } from '../../../../src-main/engine/heads/prepared-move.ts';
import { createSealCommit } from '../../../../src-main/engine/heads/seal-commit.ts';
import { createReadDir } from '../../../../src-main/engine/reading/directory-reader.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { libraryWorld } from '../../../support/library-world.ts';

const ADDED: Change = {
  ...{ op: 'new', path: '/a.txt', newPath: '', isDir: false, objectId: EMPTY_ID },
  ...{ sizeBytes: 7, oldSizeBytes: 0 },
};

async function preparing() {
  const { stores, clock, addLibrary } = await libraryWorld();
  const id = await addLibrary();
  const found = stores.libraryTable.find(id);
  if (found === null) throw new Error('the library is there');
  const store = stores.objects.library(id);
  const seal = createSealCommit({ ...stores, clock });
  return (changes: readonly Change[], facts: Partial<Library> = {}) => {
    const library = { ...found, ...facts };
    const commit = seal(id, {
      ...{ rootId: EMPTY_ID, parentId: library.headId, authorEmail: 'anna@example.com' },
      ...{ description: 'Nothing', deviceName: null, ...recordFields(library) },
    });
    return prepareMove(stores, { library, commit, changes, store, readDir: createReadDir(store) });
  };
}

describe('a move that is prepared', () => {
  it('knows the totals after it, what it did, and its rows', async () => {
    const prepare = await preparing();
    const prepared = await prepare([ADDED], { sizeBytes: 3, fileCount: 1 });
    expect(prepared.totals).toMatchObject({ sizeBytes: 10, fileCount: 2 });
    expect(rowsOf(prepared)).toMatchObject({ commits: [[ADDED]] });
  });

  it('counts the tree where sizes that were taken in cannot be added up', async () => {
    const prepare = await preparing();
    const { totals } = await prepare([ADDED], { sizeBytes: Number.MAX_SAFE_INTEGER });
    expect(totals).toMatchObject({ sizeBytes: 0, fileCount: 0 });
  });

  it('is refused where the library would grow beyond what can be walked, and not where it shrinks', async () => {
    const prepare = await preparing();
    const refused = await refusalOf(() => prepare([ADDED], { fileCount: LIBRARY_FILES_MAX }));
    expect(refused).toMatchObject({ code: 'quota-exceeded' });
    const removed: Change = { ...ADDED, op: 'removed', oldSizeBytes: 7 };
    await prepare([removed], { fileCount: LIBRARY_FILES_MAX + 2, sizeBytes: 100 });
  });
});
