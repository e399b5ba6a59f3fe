import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../support/account-services.ts';
import { freshFolderWorld, OWNER } from '../../../support/folder-world.ts';

describe('linking', () => {
  it('is for administrators', async () => {
    const { place, world } = await freshFolderWorld();
    const guest = { email: 'guest@example.com', isAdmin: false };
    expect((await refusalOf(() => world.folders.link({ path: place.root }, guest))).code).toBe(
      'permission-denied',
    );
  });

  it('gives a library as many folders as are wanted, and each has what the others have', async () => {
    const { place, world } = await freshFolderWorld();
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
