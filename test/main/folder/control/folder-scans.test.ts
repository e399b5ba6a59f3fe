import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FolderReader, FolderWatcher, ListRequest } from '../../../../src-main/folder/ports.ts';
import { DiskReader } from '../../../../src-main/folder/scan/disk-reader.ts';
import {
  type FolderWorld,
  IGNORE_DEFAULTS,
  OWNER,
  openFolderWorld,
  type Place,
  temporaryPlace,
} from '../../../support/folder-world.ts';

vi.setConfig({ testTimeout: 30_000 });

/** A watcher that is ready when the test says so. */
function watcherReadyOnDemand() {
  const waiting: (() => void)[] = [];
  const watcher: FolderWatcher = {
    watch(_root, _ignoreText, events) {
      waiting.push(() => events.ready());
      return { close: async () => undefined };
    },
  };
  const beReady = () => {
    for (const ready of waiting.splice(0)) ready();
  };
  return { watcher, beReady };
}

async function* afterFirstBatch<T>(batches: AsyncIterable<T>, work: () => void): AsyncGenerator<T> {
  let isFirst = true;
  for await (const batch of batches) {
    if (isFirst) work();
    isFirst = false;
    yield batch;
  }
}

const WHOLE = { dirs: [], trees: [''] };

describe('the first scan of a linked folder', () => {
  let place: Place;
  let world: FolderWorld;
  /** Places of each request for listings. */
  let looks: Pick<ListRequest, 'dirs' | 'trees'>[];
  /** Happens when everything was listed and the scan is not over. */
  let onListed: () => void;

  function openReader(root: string): FolderReader {
    const reader = new DiskReader({ root, ignoreDefaults: IGNORE_DEFAULTS });
    const list = reader.list.bind(reader);
    reader.list = (request) => {
      looks.push({ dirs: request.dirs, trees: request.trees });
      return afterFirstBatch(list(request), () => onListed());
    };
    return reader;
  }

  beforeEach(() => {
    place = temporaryPlace();
    looks = [];
    onListed = () => undefined;
    place.write('a.txt', 'one');
    place.write('sub/b.txt', 'two');
  });

  it('begins before the watcher is ready, and is the only one when nothing changes until then', async () => {
    const { watcher, beReady } = watcherReadyOnDemand();
    onListed = beReady;
    world = await openFolderWorld(place, { openReader, watcher });
    const { library_id } = await world.linkAndSettle();
    expect(await world.contentOf(library_id)).toEqual(['a.txt: one', 'sub/b.txt: two']);
    expect(looks).toEqual([WHOLE]);
  });

  it('is followed by one at the folders that changed after they were listed and before they were watched', async () => {
    const { watcher, beReady } = watcherReadyOnDemand();
    place.write('quiet/c.txt', 'three');
    onListed = () => {
      onListed = () => undefined;
      place.write('sub/b.txt', 'two again');
      beReady();
    };
    world = await openFolderWorld(place, { openReader, watcher });
    const { library_id } = await world.linkAndSettle();
    expect(await world.contentOf(library_id)).toEqual([
      'a.txt: one',
      'quiet/c.txt: three',
      'sub/b.txt: two again',
    ]);
    expect(looks.slice(0, 2)).toEqual([WHOLE, { dirs: ['sub'], trees: [] }]);
  });

  it('finds a folder with all inside it that came between being listed and being watched', async () => {
    const { watcher, beReady } = watcherReadyOnDemand();
    onListed = () => {
      onListed = () => undefined;
      place.write('new/deep/c.txt', 'three');
      beReady();
    };
    world = await openFolderWorld(place, { openReader, watcher });
    const { library_id } = await world.linkAndSettle();
    expect(await world.contentOf(library_id)).toEqual([
      'a.txt: one',
      'new/deep/c.txt: three',
      'sub/b.txt: two',
    ]);
  });

  it('does not wait for a watcher that takes its time, and is repeated once that is ready', async () => {
    const { watcher, beReady } = watcherReadyOnDemand();
    world = await openFolderWorld(place, { openReader, watcher });
    const { id, library_id } = await world.folders.link({ path: place.root }, OWNER);
    await world.untilContent(library_id, ['a.txt: one', 'sub/b.txt: two']);
    expect(looks).toEqual([WHOLE]);
    place.write('sub/unheard.txt', 'three');
    beReady();
    await world.folders.whenIdle(id);
    expect(looks).toEqual([WHOLE, WHOLE]);
    expect(await world.contentOf(library_id)).toEqual([
      'a.txt: one',
      'sub/b.txt: two',
      'sub/unheard.txt: three',
    ]);
  });

  it('leaves folder and library agreed at each of its commits, so that nothing has to be compared', async () => {
    world = await openFolderWorld(place, { openReader });
    world.db.exec(`
      CREATE TEMP TABLE agreements (root_id TEXT);
      CREATE TEMP TRIGGER agreed AFTER UPDATE OF synced_root_id ON linked_folders
      BEGIN INSERT INTO agreements VALUES (new.synced_root_id); END`);
    const { library_id } = await world.linkAndSettle();
    const { rootId } = world.library(library_id);
    expect(world.db.prepare('SELECT root_id FROM agreements').pluck().all()).toEqual([
      '0000000000000000000000000000000000000000',
      rootId,
    ]);
  });

  it('leaves the folder to follow its library as ever', async () => {
    world = await openFolderWorld(place, { openReader });
    const { id, library_id } = await world.linkAndSettle();
    await world.change(library_id, [await world.putChange(library_id, '/from-afar.txt', 'four')]);
    await world.until('written', () => existsSync(join(place.root, 'from-afar.txt')));
    await world.folders.whenIdle(id);
    expect(await world.contentOf(library_id)).toEqual([
      'a.txt: one',
      'from-afar.txt: four',
      'sub/b.txt: two',
    ]);
  });
});
