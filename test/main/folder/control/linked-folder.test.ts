import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { decodeFile } from '../../../../src-main/core/objects/file-object.ts';
import type { DirListing, FolderReader } from '../../../../src-main/folder/ports.ts';
import { DiskReader } from '../../../../src-main/folder/scan/disk-reader.ts';
import { said } from '../../../../src-shared/service-words.ts';
import {
  type FolderWorld,
  freshFolderWorld,
  IGNORE_DEFAULTS,
  openFolderWorld,
  type Place,
} from '../../../support/folder-world.ts';

let place: Place;
let world: FolderWorld;

beforeEach(async () => {
  ({ place, world } = await freshFolderWorld());
});

/** Closes the world and opens another on the same place with a reader that goes wrong. */
async function reopenWith(openReader: (root: string) => FolderReader): Promise<void> {
  await world.close();
  world = await openFolderWorld(place, { openReader });
}

describe('items that cannot be taken in', () => {
  it.skipIf(process.platform === 'win32')(
    'are listed while the rest is taken in, and a FIFO is never opened',
    async () => {
      execFileSync('mkfifo', [join(place.root, 'pipe')]);
      writeFileSync(Buffer.concat([Buffer.from(`${place.root}/bad-`), Buffer.from([0xff])]), 'x');
      writeFileSync(join(place.root, 'back\\slash'), 'x');
      symlinkSync('/etc', join(place.root, 'link'));
      place.write('good.txt', 'good');
      const folder = await world.linkAndSettle();
      expect(await world.contentOf(folder.library_id)).toEqual(['good.txt: good']);
      expect(folder.problems.map(({ path, reason }) => `${path} ${reason}`).sort()).toEqual([
        'back\\slash name-invalid',
        'bad-\uFFFD name-invalid',
        'pipe not-a-file',
      ]);
      expect(folder.state).toBe('idle');
    },
  );

  it('are not taken for deleted when a folder becomes unreadable', async () => {
    place.write('locked/secret.txt', 's');
    place.write('open.txt', 'o');
    const folder = await world.linkAndSettle();
    await reopenWith((root) =>
      failListing(new DiskReader({ root, ignoreDefaults: IGNORE_DEFAULTS }), 'locked'),
    );
    unlinkSync(join(place.root, 'open.txt'));
    world.folders.startAll();
    await world.folders.whenIdle(folder.id);
    expect(await world.contentOf(folder.library_id)).toEqual(['locked/secret.txt: s']);
    expect(world.folders.find(folder.id).problems).toEqual([
      {
        ...{ path: 'locked', reason: 'unreadable', message: 'your account may not read it' },
        said: { code: 'mayNotRead', values: {} },
        ...{ direction: 'in', since: expect.any(Number), next_try_at: 0, values: {} },
      },
    ]);
  });
});

function failListing(reader: FolderReader, dir: string): FolderReader {
  const failure = { path: dir, reason: 'unreadable', said: said('mayNotRead') } as const;
  const fail = (listing: DirListing): DirListing =>
    listing.dir === dir ? { ...listing, entries: [], problems: [failure], failure } : listing;
  return {
    root: () => reader.root(),
    ignoreText: () => reader.ignoreText(),
    async *list(request) {
      for await (const listings of reader.list(request)) yield listings.map(fail);
    },
    read: (files, fileKey) => reader.read(files, fileKey),
    prepare: () => reader.prepare(),
    close: () => reader.close(),
  };
}

describe('a file that changes while it is read', () => {
  it('is committed as it is once it rests, never as a mix', async () => {
    const folder = await world.linkAndSettle();
    const target = join(place.root, 'log.txt');
    await reopenWith((root) =>
      beforeReading(new DiskReader({ root, ignoreDefaults: IGNORE_DEFAULTS }), target),
    );
    place.write('log.txt', 'first ');
    world.folders.startAll();
    await world.untilContent(folder.library_id, ['log.txt: first second']);
    await world.folders.whenIdle(folder.id);
    expect(world.folders.find(folder.id).problems).toEqual([]);
    expect(world.library(folder.library_id).headSeq).toBe(2);
  });
});

/** Writes to the file once, between its listing and its reading. */
function beforeReading(reader: FolderReader, target: string): FolderReader {
  let isDone = false;
  return {
    root: () => reader.root(),
    ignoreText: () => reader.ignoreText(),
    list: (request) => reader.list(request),
    read(files, fileKey) {
      if (!isDone) appendFileSync(target, 'second');
      isDone = true;
      return reader.read(files, fileKey);
    },
    prepare: () => reader.prepare(),
    close: () => reader.close(),
  };
}

describe('a root that is not there', () => {
  it('is away without any deletion, and idle again when it is back', async () => {
    place.write('a.txt', 'one');
    const folder = await world.linkAndSettle();
    renameSync(place.root, `${place.root}-elsewhere`);
    await lookWhereNobodyIsTold(folder.id);
    await world.until('away', () => world.folders.find(folder.id).state === 'away');
    mkdirSync(place.root);
    await world.folders.rescan(folder.id);
    await world.folders.whenIdle(folder.id);
    expect(world.folders.find(folder.id).state).toBe('away');
    rmSync(place.root, { recursive: true });
    renameSync(`${place.root}-elsewhere`, place.root);
    await world.until('back', () => world.folders.find(folder.id).state === 'idle');
    expect(await world.contentOf(folder.library_id)).toEqual(['a.txt: one']);
    expect(world.library(folder.library_id).headSeq).toBe(2);
  });
});

describe('a root that goes away while it is looked at', () => {
  it('is away and no fault', async () => {
    place.write('a.txt', 'one');
    const folder = await world.linkAndSettle();
    await reopenWith((root) => goingAway(new DiskReader({ root, ignoreDefaults: IGNORE_DEFAULTS }), root));
    world.folders.startAll();
    await world.folders.whenIdle(folder.id);
    expect(world.folders.find(folder.id)).toMatchObject({ state: 'away', pending: 0 });
    renameSync(`${place.root}-elsewhere`, place.root);
    await world.until('back', () => world.folders.find(folder.id).state === 'idle');
    expect(await world.contentOf(folder.library_id)).toEqual(['a.txt: one']);
    expect(world.library(folder.library_id).headSeq).toBe(2);
  });
});

/** Windows tells nobody that a folder was renamed which is watched itself: the next scan finds it. */
async function lookWhereNobodyIsTold(id: string): Promise<void> {
  if (process.platform === 'win32') await world.folders.rescan(id);
}

/** Renames the root away once, when it is about to be listed. */
function goingAway(reader: FolderReader, target: string): FolderReader {
  let isDone = false;
  return {
    root: () => reader.root(),
    ignoreText: () => reader.ignoreText(),
    list(request) {
      if (!isDone) renameSync(target, `${target}-elsewhere`);
      isDone = true;
      return reader.list(request);
    },
    read: (files, fileKey) => reader.read(files, fileKey),
    prepare: () => reader.prepare(),
    close: () => reader.close(),
  };
}

describe('a large deletion', () => {
  it('is held until it is accepted', async () => {
    for (let i = 0; i < 20; i++) place.write(`d/f${i}`, `${i}`);
    place.write('stays', 's');
    const folder = await world.linkAndSettle();
    rmSync(join(place.root, 'd'), { recursive: true });
    await world.until('held', () => world.folders.find(folder.id).state === 'held');
    expect(await world.contentOf(folder.library_id)).toHaveLength(21);
    const gone = { path: 'd', is_dir: true, files: 20, bytes: 30 };
    expect(world.folders.held(folder.id, '')).toMatchObject({ items: [gone], cursor: null });
    expect(world.folders.held(folder.id, 'd')).toMatchObject({ items: [], cursor: null });
    await world.accept(folder.id);
    await world.untilContent(folder.library_id, ['stays: s']);
    await world.folders.whenIdle(folder.id);
    expect(world.folders.find(folder.id)).toMatchObject({ state: 'idle', pending: 0, file_count: 1 });
  });

  it('is undone by putting back what is missing, without a commit', async () => {
    for (let i = 0; i < 20; i++) place.write(`d/f${i}`, `${i}`);
    const folder = await world.linkAndSettle();
    rmSync(join(place.root, 'd'), { recursive: true });
    await world.until('held', () => world.folders.find(folder.id).state === 'held');
    await world.revert(folder.id);
    await world.until('idle', () => world.folders.find(folder.id).state === 'idle');
    await world.folders.whenIdle(folder.id);
    expect(readFileSync(join(place.root, 'd/f19'), 'utf8')).toBe('19');
    expect(world.library(folder.library_id).headSeq).toBe(2);
  });

  it('is none when everything moved to another folder', async () => {
    for (let i = 0; i < 20; i++) place.write(`d/f${i}`, `${i}`);
    const folder = await world.linkAndSettle();
    mkdirSync(join(place.root, 'e'));
    for (let i = 0; i < 20; i++) renameSync(join(place.root, `d/f${i}`), join(place.root, `e/g${i}`));
    await world.until('moved', async () => (await world.entry(folder.library_id, '/d/f19')) === null);
    expect(await world.entry(folder.library_id, '/e/g19')).not.toBe(null);
  });
});

describe('ignored names', () => {
  it('are left out by the built-in list and by the ignore file of the folder, and stay when they are in the library', async () => {
    place.write('node_modules/x.js', 'x');
    place.write('a.txt~', 'x');
    place.write('early.log', 'kept');
    place.write('b.txt', 'b');
    const folder = await world.linkAndSettle();
    place.write('seafile-ignore.txt', '*.log\nbuild/\n');
    await world.until(
      'rules',
      async () => (await world.entry(folder.library_id, '/seafile-ignore.txt')) !== null,
    );
    place.write('deep/late.log', 'x');
    place.write('build/out', 'x');
    place.write('c.txt', 'c');
    const kept = ['b.txt: b', 'c.txt: c', 'deep/', 'early.log: kept', 'seafile-ignore.txt: *.log\nbuild/\n'];
    await world.untilContent(folder.library_id, kept);
  });
});

describe('a crash between commit and index', () => {
  it('is made good by reading again, without another commit', async () => {
    place.write('a.txt', 'one');
    place.write('d/b.txt', 'two');
    const folder = await world.linkAndSettle();
    await world.close();
    world = await openFolderWorld(place);
    world.db.exec('DELETE FROM folder_entries');
    world.folders.startAll();
    await world.folders.whenIdle(folder.id);
    expect(world.library(folder.library_id).headSeq).toBe(2);
    expect(await world.contentOf(folder.library_id)).toEqual(['a.txt: one', 'd/b.txt: two']);
  });
});

describe('a library that takes nothing in', () => {
  it('puts the folder in error, and everything arrives when it is writable again', async () => {
    const folder = await world.linkAndSettle();
    world.db.prepare("UPDATE libraries SET status = 'read-only'").run();
    place.write('a.txt', 'one');
    await world.until('error', () => world.folders.find(folder.id).state === 'error');
    expect(world.folders.find(folder.id).message).toBe('The library is read-only.');
    world.db.prepare("UPDATE libraries SET status = 'normal'").run();
    world.folders.libraryChanged(folder.library_id);
    await world.untilContent(folder.library_id, ['a.txt: one']);
  });
});

describe('pausing', () => {
  it('takes nothing in until it is resumed, across a restart', async () => {
    const folder = await world.linkAndSettle();
    await world.folders.pause(folder.id);
    place.write('a.txt', 'one');
    await world.close();
    world = await openFolderWorld(place);
    world.folders.startAll();
    await world.folders.whenIdle(folder.id);
    expect(world.folders.find(folder.id).state).toBe('paused');
    expect(await world.contentOf(folder.library_id)).toEqual([]);
    await world.folders.resume(folder.id);
    await world.untilContent(folder.library_id, ['a.txt: one']);
  });
});

describe('a large file', () => {
  it('is cut into the same blocks as by the official client', async () => {
    const vectors: unknown = JSON.parse(
      readFileSync(new URL('../../../fixtures/vectors/cdc-blocks.json', import.meta.url), 'utf8'),
    );
    const zeros = findVector(vectors, 'zeros-25MiB.bin');
    place.write('zeros', Buffer.alloc(zeros.size));
    const folder = await world.linkAndSettle();
    const entry = await world.entry(folder.library_id, '/zeros');
    expect(entry?.id).toBe(zeros.fs_id);
    const bytes = await world.objectsOf(folder.library_id).read('fs', zeros.fs_id);
    expect(hash('sha1', bytes, 'hex')).toBe(zeros.fs_id);
    if (entry !== null) expect(decodeFile(entry.id, bytes).sizeBytes).toBe(26_214_400);
  });
});

function findVector(vectors: unknown, name: string): { size: number; fs_id: string } {
  const { files } = vectors as { files: { name: string; size: number; fs_id: string }[] };
  const found = files.find((file) => file.name === name);
  if (found === undefined) throw new Error(`no vector ${name}`);
  return found;
}

describe('stopping', () => {
  it('takes less than a second in the middle of a large import', async () => {
    for (let i = 0; i < 12; i++) place.write(`big${i}`, Buffer.alloc(8 * 1024 * 1024, i));
    const { id } = await world.folders.link(
      { path: place.root },
      { email: 'owner@example.com', isAdmin: true },
    );
    await world.until('syncing', () => world.folders.find(id).state === 'syncing');
    const startedMs = performance.now();
    await world.folders.stopAll();
    expect(performance.now() - startedMs).toBeLessThan(1000);
  });
});
