import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import type { WantedFile } from '../../../../src-main/folder/ports.ts';
import { DiskReader, unpackListing } from '../../../../src-main/folder/scan/disk-reader.ts';
import { collect } from '../../../support/collect.ts';
import { temporaryPlace } from '../../../support/folder-world.ts';

const EVERYTHING = { dirs: [], trees: [''], ignoreText: '', excluded: [], root: null };

function placeWithReader() {
  const place = temporaryPlace();
  const reader = new DiskReader({ root: place.root, ignoreDefaults: '*.tmp\n' });
  onTestFinished(() => reader.close());
  return { place, reader };
}

async function filesOf(reader: DiskReader): Promise<WantedFile[]> {
  const listings = await collect(reader.list(EVERYTHING));
  return listings.flat().flatMap(({ entries }) => entries.map((stat) => ({ path: stat.name, stat })));
}

describe('the threads that read a linked folder', () => {
  it('list it without what is left out, and read what was listed', async () => {
    const { place, reader } = placeWithReader();
    place.write('a', 'content');
    place.write('b.tmp', 'left out');
    place.write('seafile-ignore.txt', '*.log\n');
    expect(await reader.root()).toMatchObject({ kind: 'present', isEmpty: false, marker: null });
    expect(await reader.ignoreText()).toBe('*.log\n');
    const files = (await filesOf(reader)).filter(({ path }) => path === 'a');
    const batches = await collect(reader.read(files, null));
    expect(batches.flatMap(({ files: read }) => read.map(({ kind }) => kind))).toEqual(['read']);
    expect(batches.flatMap(({ blocks }) => blocks.map(({ id }) => id))).toEqual([objectIdOf('content')]);
  });

  it('go on with the next request after one that failed', async () => {
    const { place, reader } = placeWithReader();
    const checked = await reader.root();
    if (checked.kind === 'missing') throw new Error('it is there');
    renameSync(place.root, join(place.base, 'before'));
    mkdirSync(place.root);
    await expect(collect(reader.list({ ...EVERYTHING, root: checked }))).rejects.toThrow(
      'the folder was replaced while it was read',
    );
    expect(await filesOf(reader)).toEqual([]);
  });

  it('end with the requests that run, and begin anew with the next', async () => {
    const { place, reader } = placeWithReader();
    place.write('a', 'content');
    const files = await filesOf(reader);
    const reading = collect(reader.read(files, null));
    const ended = expect(reading).rejects.toThrow('the reading thread was ended');
    await reader.close();
    await ended;
    expect(await filesOf(reader)).toEqual(files);
  });
});

it('a listing comes out of its few objects entry by entry', () => {
  const rest = { dir: 'd', mtimeMs: 9, isDeep: false, failure: null, unknownNames: ['u'], problems: [] };
  const counts = { ignoredCount: 1, linkCount: 2, leftovers: ['l'] };
  const stats = [1, 0, 1.5, 2.5, 7, 0o40755, 0, 5, 3, 4, 8, 0o100644];
  expect(unpackListing({ ...rest, ...counts, names: ['sub', 'a'], stats })).toEqual({
    ...{ ...rest, ...counts },
    entries: [
      { name: 'sub', isDir: true, sizeBytes: 0, mtimeMs: 1.5, ctimeMs: 2.5, inode: 7, mode: 0o40755 },
      { name: 'a', isDir: false, sizeBytes: 5, mtimeMs: 3, ctimeMs: 4, inode: 8, mode: 0o100644 },
    ],
  });
});
