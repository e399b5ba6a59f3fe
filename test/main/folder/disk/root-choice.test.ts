import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { chooseRoot } from '../../../../src-main/folder/disk/root-choice.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { type Place, temporaryPlace } from '../../../support/folder-world.ts';

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
