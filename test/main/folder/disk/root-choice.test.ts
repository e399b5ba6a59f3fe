import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { chooseRoot } from '../../../../src-main/folder/disk/root-choice.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { OWNER, openFolderWorld, type Place, temporaryPlace } from '../../../support/folder-world.ts';

let place: Place;

beforeEach(() => {
  place = temporaryPlace();
});

async function reasonFor(path: string, linked: readonly string[] = []): Promise<unknown> {
  const { code, detail } = await refusalOf(() => chooseRoot(path, { dataDir: place.dataDir, linked }));
  expect(code).toBe('linked-folder-refused');
  return (detail as { reason: unknown }).reason;
}

describe('a folder that cannot be linked', () => {
  it('is refused with the reason', async () => {
    writeFileSync(join(place.base, 'file'), '');
    expect(await reasonFor('relative/path')).toBe('not-absolute');
    expect(await reasonFor('/')).toBe('whole-disk');
    expect(await reasonFor(join(place.base, 'absent'))).toBe('not-found');
    expect(await reasonFor(join(place.base, 'a'.repeat(5000)))).toBe('not-found');
    expect(await reasonFor(join(place.base, 'file'))).toBe('not-a-folder');
  });

  it.each([
    ['the data folder itself', 'data', [], 'inside-data'],
    ['inside the data folder', 'data/inside', [], 'inside-data'],
    ['around the data folder', '.', [], 'around-data'],
    ['in the data folder behind a link', 'alias-of-data', [], 'inside-data'],
    ['linked already', 'folder', ['folder'], 'already-linked'],
    ['linked already, behind a link', 'alias-of-folder', ['folder'], 'already-linked'],
    ['inside a linked one', 'folder/sub', ['folder'], 'inside-linked'],
    ['around a linked one', 'folder', ['folder/sub'], 'around-linked'],
  ])('overlaps with what is kept: %s', async (_what, path, linked, reason) => {
    mkdirSync(join(place.dataDir, 'inside'));
    mkdirSync(join(place.root, 'sub'));
    symlinkSync(place.dataDir, join(place.base, 'alias-of-data'));
    symlinkSync(place.root, join(place.base, 'alias-of-folder'));
    const others = linked.map((other) => join(place.base, other));
    expect(await reasonFor(join(place.base, path), others)).toBe(reason);
  });

  it('is not one whose name only begins like that of a linked one', async () => {
    mkdirSync(`${place.root}-more`);
    const { dataDir, root } = place;
    expect(await chooseRoot(`${root}-more`, { dataDir, linked: [root] })).toMatchObject({
      path: `${root}-more`,
    });
  });
});

describe('linking', () => {
  it('is for administrators', async () => {
    const world = await openFolderWorld(place);
    const guest = { email: 'guest@example.com', isAdmin: false };
    expect((await refusalOf(() => world.folders.link({ path: place.root }, guest))).code).toBe(
      'permission-denied',
    );
  });

  it('gives a library as many folders as are wanted, and each has what the others have', async () => {
    const world = await openFolderWorld(place);
    place.write('first.txt', '1');
    const first = await world.linkAndSettle();
    const other = join(place.base, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'second.txt'), '2');
    const second = await world.folders.link({ path: other, library: first.library_id }, OWNER);
    expect(second.library_id).toBe(first.library_id);
    await world.untilContent(first.library_id, ['first.txt: 1', 'second.txt: 2']);
    await world.until(
      'both',
      () => existsSync(join(other, 'first.txt')) && existsSync(join(place.root, 'second.txt')),
    );
  });
});

describe('a preflight', () => {
  it.skipIf(process.platform === 'win32')(
    'counts what would be taken in and warns of what will not work well',
    async () => {
      const world = await openFolderWorld(place);
      place.write('a/one.txt', '12345');
      place.write('a/ONE.txt', '1');
      place.write('con.txt', '1');
      place.write('node_modules/x', '1');
      place.write('seafile-ignore.txt', '# words\n*.iso\nold/\n');
      expect(await world.folders.preflight(place.root)).toEqual({
        ...{
          path: place.root,
          refusal: '',
          refusal_reason: '',
          files: 4,
          folders: 1,
          bytes: 26,
          ignored: 1,
          truncated: false,
        },
        // The disk of the tests may give others.
        warnings: expect.arrayContaining([
          'what the 2 patterns of its seafile-ignore.txt name is left out',
          '1 items ("a/one.txt") differ from another name only in letter case',
          '1 items ("con.txt") have a name that other systems cannot hold',
        ]),
        said: expect.arrayContaining([
          { code: 'patternsLeaveOut', values: { count: '2' } },
          { code: 'twins', values: { count: '1', examples: '"a/one.txt"' } },
          { code: 'foreign', values: { count: '1', examples: '"con.txt"' } },
        ]),
      });
      expect(await world.folders.preflight('/')).toMatchObject({
        refusal: 'This is a whole disk. Choose a folder on it.',
        refusal_reason: 'whole-disk',
      });
    },
  );

  it('ends when nobody waits for it any more, and says that it has not seen all', async () => {
    const world = await openFolderWorld(place);
    place.write('one.txt', '1');
    expect(await world.folders.preflight(place.root, AbortSignal.abort())).toMatchObject({ truncated: true });
  });
});
