import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseRoot } from '../../../src-main/folder/root-choice.ts';
import { refusalOf } from '../../support/account-services.ts';
import { OWNER, openFolderWorld, type Place, temporaryPlace } from '../../support/folder-world.ts';

let place: Place;

beforeEach(() => {
  place = temporaryPlace();
});

afterEach(() => place.remove());

async function reasonFor(path: string, linked: readonly string[] = []): Promise<unknown> {
  const { code, detail } = await refusalOf(() => chooseRoot(path, { dataDir: place.dataDir, linked }));
  expect(code).toBe('linked-folder-refused');
  return (detail as { reason: unknown }).reason;
}

describe('a folder that cannot be linked', () => {
  it('is refused with the reason', async () => {
    writeFileSync(join(place.base, 'file'), '');
    mkdirSync(join(place.dataDir, 'inside'));
    mkdirSync(join(place.root, 'sub'));
    expect(await reasonFor('relative/path')).toBe('not-absolute');
    expect(await reasonFor('/')).toBe('whole-disk');
    expect(await reasonFor(join(place.base, 'absent'))).toBe('not-found');
    expect(await reasonFor(join(place.base, 'file'))).toBe('not-a-folder');
    expect(await reasonFor(join(place.dataDir, 'inside'))).toBe('inside-data');
    expect(await reasonFor(place.base)).toBe('around-data');
    expect(await reasonFor(place.root, [place.root])).toBe('already-linked');
    expect(await reasonFor(join(place.root, 'sub'), [place.root])).toBe('inside-linked');
    expect(await reasonFor(place.root, [join(place.root, 'sub')])).toBe('around-linked');
  });

  it('is recognised through a symbolic link', async () => {
    symlinkSync(place.dataDir, join(place.base, 'alias'));
    expect(await reasonFor(join(place.base, 'alias'))).toBe('inside-data');
  });
});

describe('linking', () => {
  it('is for administrators, and gives one folder to a library', async () => {
    const world = await openFolderWorld(place);
    const guest = { email: 'guest@example.com', isAdmin: false };
    expect((await refusalOf(() => world.folders.link({ path: place.root }, guest))).code).toBe(
      'permission-denied',
    );
    const first = await world.linkAndSettle();
    const other = join(place.base, 'other');
    mkdirSync(other);
    const again = () => world.folders.link({ path: other, library: first.library_id }, OWNER);
    expect((await refusalOf(again)).detail).toMatchObject({ reason: 'library-linked' });
    await world.folders.unlink(first.id);
    expect((await world.folders.link({ path: other, library: 'folder' }, OWNER)).library_id).toBe(
      first.library_id,
    );
    await world.close();
  });
});

describe('a preflight', () => {
  it('counts what would be taken in and warns of what will not work well', async () => {
    const world = await openFolderWorld(place);
    place.write('a/one.txt', '12345');
    place.write('a/ONE.txt', '1');
    place.write('con.txt', '1');
    place.write('node_modules/x', '1');
    expect(await world.folders.preflight(place.root)).toEqual({
      ...{ path: place.root, refusal: '', files: 3, folders: 1, bytes: 7, ignored: 1, truncated: false },
      warnings: [
        '1 items ("a/one.txt") differ from another name only in letter case',
        '1 items ("con.txt") have a name that other systems cannot hold',
      ],
    });
    expect((await world.folders.preflight('/')).refusal).toBe('This is a whole disk. Choose a folder on it.');
    await world.close();
  });
});
