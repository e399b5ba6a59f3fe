import { describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../../../../src-main/core/history/rehearsal-picks.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { encodeFile } from '../../../../src-main/core/objects/file-object.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { RehearsalRun } from '../../../../src-main/usecases/upkeep/rehearsal-run.ts';
import { ANNA, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';
import { createMemoryObjectStore } from '../../../support/memory-object-store.ts';

const ALWAYS_FIRST: Random = () => 0;

/** A library with a file of today and one of before. */
async function papers() {
  const world = await libraryWorld();
  const library = await world.addLibrary('Papers');
  await world.commit(library, await world.put(library, '/letters/anna.txt', 'dear Anna'));
  await world.commit(library, await world.put(library, '/letters/anna.txt', 'dear Ben'));
  return { ...world, library };
}

/** A rehearsal of a backup with the tables of a world, and with its objects if no others are given. */
function runOf(
  { stores }: LibraryWorld,
  { backup = stores, objects = backup.objects, signal = new AbortController().signal, told = [] }: Run = {},
) {
  const opened = {
    ...{ libraryTable: backup.libraryTable, historyTable: backup.historyTable },
    ...{ trashTable: backup.trashTable, pinTable: backup.pinTable, commitNotes: backup.commitNotes },
    objects: (id: LibraryId) => objects.library(id),
    ...{ madeAtSeconds: 77, bytesOf: async () => 0, close: async () => undefined },
  };
  return new RehearsalRun(stores, opened, { signal, onProgress: (done) => void told.push(done) });
}

interface Run {
  readonly backup?: LibraryWorld['stores'];
  readonly objects?: LibraryWorld['stores']['objects'];
  readonly signal?: AbortSignal;
  readonly told?: number[];
}

describe('a rehearsal', () => {
  it('reads files of today and of before, each of them once', async () => {
    const told: number[] = [];
    const report = await runOf(await papers(), { told }).run(seededRandom(1));
    expect(report).toEqual({ madeAtSeconds: 77, files: 2, bytes: 17, libraries: 1, lost: [] });
    expect(new Set(told)).toEqual(new Set([0, 1, 2]));
  });

  it('names each file that is not there once, as far as the way to it can be read', async () => {
    const world = await papers();
    const objects = createMemoryObjectStore();
    const report = await runOf(world, { objects }).run(ALWAYS_FIRST);
    expect(report).toMatchObject({ files: 0, libraries: 0 });
    const { library: libraryId } = world;
    expect(report.lost).toEqual([
      {
        ...{ libraryId, libraryName: 'Papers', path: '', reason: 'object-missing' },
        commitId: world.stores.libraryTable.find(libraryId)?.headId,
      },
    ]);
  });

  it('tells a file by its path where only its content is missing', async () => {
    const world = await papers();
    const objects = createMemoryObjectStore();
    const [from, to] = [world.stores.objects.library(world.library), objects.library(world.library)];
    for (const { kind, id } of from.list())
      if (kind !== 'block') await to.write(kind, id, await from.read(kind, id));
    const report = await runOf(world, { objects }).run(seededRandom(1));
    expect(report.lost).toMatchObject([{ path: '/letters/anna.txt', reason: 'object-missing' }]);
  });

  it('takes a file that is shorter than this library says for damaged', async () => {
    const world = await libraryWorld();
    const library = await world.addLibrary('Papers');
    const put = await world.put(library, '/a.txt', 'dear Anna');
    const lying = encodeFile({ blockIds: [objectIdOf('dear Anna')], sizeBytes: 8 });
    await world.stores.objects.library(library).write('fs', lying.id, lying.bytes);
    if (put.op !== 'put') throw new Error('nothing is put');
    await world.commit(library, { ...put, dirent: { ...put.dirent, id: lying.id } });
    const report = await runOf(world).run(ALWAYS_FIRST);
    expect(report).toMatchObject({ files: 0, lost: [{ path: '/a.txt', reason: 'object-corrupt' }] });
  });

  it('reads nothing of libraries that are on one side only, nor of samples', async () => {
    const [some, none, samples] = [await papers(), await libraryWorld(), await libraryWorld()];
    await samples.sampleLibraries.make(ANNA, 'en');
    const rehearsals = [
      runOf(some, { backup: none.stores }),
      runOf(none, { backup: some.stores }),
      runOf(samples),
    ];
    for (const rehearsal of rehearsals)
      expect(await rehearsal.run(seededRandom(1))).toMatchObject({ files: 0, lost: [] });
  });

  it('finds nothing in libraries without files', async () => {
    const world = await libraryWorld();
    await world.addLibrary('Empty');
    expect(await runOf(world).run(seededRandom(1))).toMatchObject({ files: 0, bytes: 0, lost: [] });
  });

  it('ends where it is when it is cancelled', async () => {
    const signal = AbortSignal.abort(new Error('cancelled'));
    await expect(runOf(await papers(), { signal }).run(seededRandom(1))).rejects.toThrow('cancelled');
  });
});
