import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../support/account-services.ts';
import { ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

const namesOf = (drives: readonly { readonly name: string }[]) => drives.map(({ name }) => name).sort();

describe('the libraries of a drive', () => {
  it('have their names, and their ids behind one that several have', async () => {
    const { driveLibraries, addLibrary } = await libraryWorld();
    const [first, second] = [await addLibrary('Papers'), await addLibrary('PAPERS')];
    await addLibrary('Photos');
    // The ids of this world begin alike, so that a part of them would not tell the two apart.
    expect(namesOf(driveLibraries.list(ANNA))).toEqual([
      ...[`PAPERS (${second})`, `Papers (${first})`, 'Photos'],
    ]);
    expect(driveLibraries.find(ANNA, 'Papers')).toBe(null);
  });

  it('are not renamed by somebody who shares one of the same name', async () => {
    const { driveLibraries, libraries, shares, addLibrary } = await libraryWorld();
    const shared = await addLibrary('Papers');
    await libraries.create(BERT, { name: 'Papers' });
    shares.shareWithUser(ANNA, shared, { email: BERT.email, permission: 'r', isAdmin: false });
    expect(namesOf(driveLibraries.list(BERT))).toEqual(['Papers', `Papers (${shared.slice(0, 6)})`]);
  });

  it('show no encrypted one before it is open', async () => {
    const { driveLibraries, libraries } = await libraryWorld();
    const made = await libraries.create(ANNA, { name: 'Secret', password: 'a long password' });
    expect(driveLibraries.list(ANNA)).toEqual([]);
    const { id } = made.view.library;
    expect(await refusalOf(() => driveLibraries.of(ANNA, id))).toMatchObject({ code: 'library-locked' });
  });

  it('are made once, however often a program asks at the same time', async () => {
    const { driveLibraries } = await libraryWorld();
    await Promise.all([driveLibraries.create(ANNA, 'New'), driveLibraries.create(ANNA, 'new')]);
    expect(namesOf(driveLibraries.list(ANNA))).toEqual(['New']);
    expect(await refusalOf(() => driveLibraries.create(ANNA, 'NEW'))).toMatchObject({ code: 'name-taken' });
  });

  it('get no name that another is shown by, nor that of the past', async () => {
    const { driveLibraries, addLibrary } = await libraryWorld();
    const id = await addLibrary('Papers');
    await addLibrary('Photos');
    for (const name of ['photos', '.History'])
      expect(await refusalOf(() => driveLibraries.rename(ANNA, id, name))).toMatchObject({
        code: 'name-taken',
      });
    await driveLibraries.rename(ANNA, id, 'cafe\u0301');
    expect(driveLibraries.find(ANNA, 'caf\u00e9')?.view.library.id).toBe(id);
  });
});
