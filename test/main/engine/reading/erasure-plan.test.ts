import { describe, expect, it } from 'vitest';
import type { ErasedItem } from '../../../../src-main/core/tree/erase.ts';
import { allPaths, SECRET, withSecret } from '../../../support/erased-library.ts';
import { makeFolderLibrary } from '../../../support/folder-libraries.ts';
import { ANNA } from '../../../support/library-world.ts';
import { fileIdOf } from '../../../support/trees.ts';

describe('the preview of an erasure', () => {
  it('tells what goes, from which commits, and what stays', async () => {
    const { world, id, changed, saved, edited } = await withSecret();
    expect(await world.erasures.plan(ANNA, id, SECRET)).toEqual({
      libraryId: id,
      libraryName: 'Papers',
      formerNames: { names: [], hasMore: false },
      headId: changed,
      commits: 3,
      holding: 3,
      commitIds: [saved, edited, changed],
      firstHeldAtSeconds: 1_714_564_920,
      lastHeldAtSeconds: 1_714_565_040,
      versions: [
        { path: '/keys/secret.txt', id: fileIdOf('password'), sizeBytes: 8 },
        { path: '/keys/secret.txt', id: fileIdOf('password 2'), sizeBytes: 10 },
      ],
      versionCount: 2,
      bytes: 18,
      isInHead: true,
      pins: [],
      trashItems: 0,
      elsewhere: [],
      folderLibraries: [],
      isEncrypted: false,
      linkedFolders: [],
      links: 0,
      devices: 0,
      hasBackup: false,
    });
  });

  it('tells of pins, of deletions, and of other places that have the same content', async () => {
    const { world, id, saved } = await withSecret();
    await world.pins.pin(ANNA, id, saved, 'Before the audit');
    await world.commit(id, await world.put(id, '/copy.txt', 'password'));
    await world.commit(id, { op: 'remove', path: '/keys/secret.txt' });
    expect(await world.erasures.plan(ANNA, id, SECRET)).toMatchObject({
      ...{ commits: 5, holding: 4, isInHead: false, pins: ['Before the audit'], trashItems: 1 },
      ...{ elsewhere: ['/copy.txt'], bytes: 10 },
    });
  });

  it('counts all names of a file together, and tells those that it had', async () => {
    const { world, id, saved, edited, changed } = await withSecret();
    world.clock.advance(60);
    await world.commit(id, { op: 'move', from: '/keys/secret.txt', to: '/keys/token.txt' });
    const renamedAt = world.clock.nowSeconds();
    await world.commit(id, await world.put(id, '/keys/secret.txt', 'harmless'));
    const one: ErasedItem = { kind: 'path', path: '/keys/token.txt' };
    expect(await world.erasures.plan(ANNA, id, one)).toMatchObject({
      ...{ holding: 2, commits: 2, versionCount: 1, elsewhere: ['/keys/secret.txt'] },
      formerNames: { names: [{ path: '/keys/secret.txt', untilSeconds: renamedAt, isTaken: true }] },
    });
    const all: ErasedItem = { kind: 'paths', paths: ['/keys/token.txt', '/keys/secret.txt'] };
    expect(await world.erasures.plan(ANNA, id, all)).toMatchObject({
      ...{ holding: 5, commits: 5, versionCount: 4, elsewhere: [], bytes: 26, isInHead: true },
      commitIds: expect.arrayContaining([saved, edited, changed]),
      formerNames: { names: [{ path: '/keys/secret.txt', untilSeconds: renamedAt, isTaken: true }] },
    });
  });

  it('tells what stays in a folder library whose folder was elsewhere then', async () => {
    const { world, id } = await withSecret();
    const keys = await makeFolderLibrary(world, id, '/keys');
    await world.commit(id, { op: 'remove', path: '/keys/secret.txt' });
    await world.commit(id, { op: 'move', from: '/keys', to: '/new' });
    expect(world.libraries.find(ANNA, keys).library.origin?.path).toBe('/new');
    expect(await world.erasures.plan(ANNA, id, SECRET)).toMatchObject({
      ...{ elsewhere: ['/new/secret.txt'], bytes: 8, folderLibraries: [] },
    });
  });

  it('counts every commit behind one that held it, as their parents get new ids', async () => {
    const { world, id } = await withSecret();
    await world.commit(id, { op: 'remove', path: '/keys' });
    await world.commit(id, await world.put(id, '/b.txt', 'b'));
    expect(await world.erasures.plan(ANNA, id, SECRET)).toMatchObject({ commits: 5, holding: 3 });
  });

  it('finds one content under every name', async () => {
    const { world, id } = await withSecret();
    await world.commit(id, await world.put(id, '/copy.txt', 'password'));
    const plan = await world.erasures.plan(ANNA, id, { kind: 'file', id: fileIdOf('password') });
    expect(plan.versions.map(({ path }) => path)).toEqual(['/keys/secret.txt', '/copy.txt']);
    expect(plan).toMatchObject({ holding: 3, bytes: 8, elsewhere: [] });
  });

  it('changes nothing', async () => {
    const { world, id, changed } = await withSecret();
    const before = await allPaths(world, id);
    await world.erasures.plan(ANNA, id, SECRET);
    expect(world.libraries.find(ANNA, id).library.headId).toBe(changed);
    expect(await allPaths(world, id)).toEqual(before);
  });
});
