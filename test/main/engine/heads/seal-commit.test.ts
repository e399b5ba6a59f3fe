import { describe, expect, it } from 'vitest';
import { encodeCommit } from '../../../../src-main/core/objects/commit.ts';
import { EMPTY_ID } from '../../../../src-main/core/objects/object-id.ts';
import { recordFields } from '../../../../src-main/engine/heads/planned-move.ts';
import { createSealCommit } from '../../../../src-main/engine/heads/seal-commit.ts';
import { libraryWorld } from '../../../support/library-world.ts';
import { commitId } from '../../../support/stored-commits.ts';

const NOW = 1_714_564_800;

async function sealing() {
  const { stores, clock, addLibrary } = await libraryWorld();
  const id = await addLibrary();
  const library = stores.libraryTable.find(id);
  if (library === null) throw new Error('the library is there');
  const fields = {
    ...{ rootId: EMPTY_ID, parentId: library.headId, authorEmail: 'anna@example.com' },
    ...{ description: 'Nothing', deviceName: null, ...recordFields(library) },
  };
  return { id, fields, store: stores.objects.library(id), seal: createSealCommit({ ...stores, clock }) };
}

describe('the id of a commit', () => {
  it('is never repeated: the same commit is a second later, also when the first is in the store alone', async () => {
    const { id, fields, store, seal } = await sealing();
    const first = seal(id, fields);
    await store.write('commit', first.id, encodeCommit(first));
    const second = seal(id, fields);
    expect([first.ctimeSeconds, second.ctimeSeconds]).toEqual([NOW, NOW + 1]);
    expect(second.id).not.toBe(first.id);
  });

  it('is of the time that it is given, and says what it merges', async () => {
    const { id, fields, seal } = await sealing();
    expect(seal(id, { ...fields, atSeconds: 5 })).toMatchObject({ ctimeSeconds: 5, isMerge: false });
    const merged = { secondParentId: commitId('other'), hasConflict: true };
    expect(seal(id, fields, merged)).toMatchObject({ isMerge: true, ...merged });
  });
});
