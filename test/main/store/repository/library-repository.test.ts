import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import type { LibraryObjects } from '../../../../src-main/store/objects/object-store.ts';
import { type OpenDiskStore, openDiskStore, temporaryDataFolder } from '../../../support/disk-store.ts';
import { fakeClock } from '../../../support/fake-clock.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;

describe('objects on record from before dates and second hashes', () => {
  let folder: ReturnType<typeof temporaryDataFolder>;
  let opened: OpenDiskStore;
  let library: LibraryObjects;

  beforeEach(async () => {
    folder = temporaryDataFolder();
    opened = await openDiskStore(folder.path, { nowSeconds: fakeClock().nowSeconds });
    library = opened.store.library(LIBRARY);
    await library.write('block', objectIdOf('old'), Buffer.from('old'));
    await library.write('fs', objectIdOf('old'), Buffer.from('old'));
    await library.flush();
    opened.db.exec('UPDATE objects SET sha256 = NULL, stored_at_s = 0');
  });

  afterEach(async () => {
    await opened.close();
    folder.remove();
  });

  const rows = () =>
    opened.db
      .prepare<[], { kind: number; hash: string | null; stored_at_s: number }>(
        'SELECT kind, lower(hex(sha256)) AS hash, stored_at_s FROM objects ORDER BY kind',
      )
      .all();
  const pack = () => join(folder.path, 'storage', LIBRARY, 'packs/000001.pack');
  const now = fakeClock().nowSeconds();

  it('get date and hash when the object is written again', async () => {
    await library.write('block', objectIdOf('old'), Buffer.from('old'));
    await library.write('fs', objectIdOf('old'), Buffer.from('old'));
    await library.flush();
    expect(rows()).toEqual([
      // printf old | sha256sum
      {
        kind: 1,
        hash: 'cba06b5736faf67e54b07b561eae94395e774c517a7d910a54369e1263ccfbd4',
        stored_at_s: now,
      },
      { kind: 2, hash: '', stored_at_s: now },
    ]);
  });

  it('stay as they are while nobody writes the object', async () => {
    await library.read('block', objectIdOf('old'));
    await library.flush();
    expect(rows().map((row) => row.stored_at_s)).toEqual([0, 0]);
  });

  it('are compared by content, so that other content with the id is refused', async () => {
    await opened.close();
    const idOf = () => objectIdOf('old');
    opened = await openDiskStore(folder.path, { idOf });
    library = opened.store.library(LIBRARY);
    const writing = library.write('block', objectIdOf('old'), Buffer.from('new'));
    await expect(writing).rejects.toMatchObject({ code: 'object-collision' });
    expect((await library.read('block', objectIdOf('old'))).toString()).toBe('old');
  });

  it('of damaged blocks give way to a good write', async () => {
    truncateSync(pack(), 60);
    await library.write('block', objectIdOf('old'), Buffer.from('old'));
    await library.flush();
    expect((await library.read('block', objectIdOf('old'))).toString()).toBe('old');
    expect([...library.damaged()]).toEqual([]);
  });

  it('keep the object from being removed while it is compared', async () => {
    const object = { kind: 'block', id: objectIdOf('old') } as const;
    const writing = library.write('block', object.id, Buffer.from('old'));
    const removing = library.remove([object], { lastReferencedBeforeSeconds: now });
    expect(await removing).toEqual({ removed: 0, bytes: 0 });
    await writing;
    await library.flush();
    expect(await library.remove([object], { lastReferencedBeforeSeconds: now })).toMatchObject({
      removed: 0,
    });
    expect((await library.read('block', object.id)).toString()).toBe('old');
  });
});
