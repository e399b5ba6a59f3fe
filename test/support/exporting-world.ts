import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { composeHistoryExports } from '../../src-main/app/compose-export.ts';
import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import { EXECUTABLE_MODE } from '../../src-main/core/objects/dir-object.ts';
import { encodeFile } from '../../src-main/core/objects/file-object.ts';
import { type ObjectId, objectIdOf } from '../../src-main/core/objects/object-id.ts';
import type { Job } from '../../src-main/usecases/upkeep/jobs.ts';
import { openDiskStore, temporaryDataFolder } from './disk-store.ts';
import { gitAnswer, gitBlobId, gitCommits, gitFiles } from './git.ts';
import { ADMIN, type LibraryWorld, libraryWorld } from './library-world.ts';
import { fileDirent } from './trees.ts';

export const BLOCK_BYTES = 2 * 1024 * 1024;

/** A library of the administrator's, what exports it, and a folder for it that is not there yet. Gone after the test. */
export async function exportingWorld(objectsIn: 'memory' | 'disk' = 'memory') {
  const folder = temporaryDataFolder();
  onTestFinished(folder.remove);
  mkdirSync(join(folder.path, 'data'));
  const disk = objectsIn === 'disk' ? await openDiskStore(join(folder.path, 'data')) : null;
  onTestFinished(async () => disk?.close());
  const world = await libraryWorld(disk === null ? {} : { objects: disk.store });
  const exports = composeHistoryExports({
    ...{
      store: { tables: world.stores, objects: world.stores.objects },
      services: world.rooms,
      dataDir: { path: join(folder.path, 'data') },
    },
  });
  const { id } = (await world.libraries.create(ADMIN, { name: 'Papers' })).view.library;
  return { ...world, exports, id, folder: folder.path, to: join(folder.path, 'out') };
}

export type ExportingWorld = Awaited<ReturnType<typeof exportingWorld>>;

export function filmBlock(at: number) {
  const bytes = Buffer.alloc(BLOCK_BYTES, `${at} `);
  return { id: objectIdOf(bytes), bytes };
}

/** Stores a file of that many blocks, no two alike. */
export async function film({ stores, id }: ExportingWorld, blockCount: number) {
  const store = stores.objects.library(id);
  const blockIds: ObjectId[] = [];
  for (let at = 0; at < blockCount; at++) blockIds.push(await store.add(filmBlock(at).bytes));
  const sizeBytes = blockCount * BLOCK_BYTES;
  const object = encodeFile({ blockIds, sizeBytes });
  await store.write('fs', object.id, object.bytes);
  await store.flush();
  return { ...fileDirent(''), id: object.id, sizeBytes };
}

/** Waits for the job, and gives what came of it. */
export async function over({ jobs }: LibraryWorld, { id }: Pick<Job, 'id'>): Promise<Job> {
  const find = () => jobs.list(ADMIN).find((job) => job.id === id);
  await expect.poll(() => find()?.state, { timeout: 30_000 }).not.toBe('running');
  const job = find();
  if (job === undefined) throw new Error('the job is forgotten');
  return job;
}

/** Exports the library, and gives what it was told of it. */
export async function exported(world: ExportingWorld) {
  const job = await over(world, await world.exports.start(ADMIN, world.id, world.to));
  if (job.outcome.exported === undefined) throw new Error(JSON.stringify(job));
  return job.outcome.exported;
}

/** The files of each commit as the library has them, in git's words. */
export async function ownFiles({ stores, contents }: ExportingWorld, id: LibraryId) {
  const library = stores.libraryTable.find(id);
  if (library === null) throw new Error('no library');
  const all: { keepfold: string; files: Record<string, { mode: string; id: string }> }[] = [];
  for (let seq = 1; seq <= library.headSeq; seq++) {
    const commit = stores.historyTable.findBySeq(id, seq);
    if (commit === null) throw new Error('no commit');
    const files: Record<string, { mode: string; id: string }> = {};
    for await (const { path, dirent } of contents.walk(library, commit.rootId)) {
      if (dirent.kind === 'dir') continue;
      const parts: Buffer[] = [];
      for await (const part of contents.read(library, dirent)) parts.push(Buffer.from(part));
      const mode = dirent.mode === EXECUTABLE_MODE ? '100755' : '100644';
      files[path.slice(1)] = { mode, id: gitBlobId(Buffer.concat(parts).toString()) };
    }
    all.push({ keepfold: commit.id, files });
  }
  return all;
}

/** The files of each commit as the repository has them. */
export function gitHistory(to: string) {
  return gitCommits(to).map(({ git, keepfold }) => ({ keepfold, files: gitFiles(to, git) }));
}

/** Git itself finds nothing wrong, and no file differs from the newest commit. */
export function expectSound(to: string): void {
  expect(gitAnswer(to, 'fsck', '--strict', '--full').trim()).toBe('');
  expect(gitAnswer(to, 'status', '--porcelain')).toBe('');
}

export async function save(world: ExportingWorld, path: string, text: string): Promise<void> {
  await world.commit(world.id, await world.put(world.id, path, text));
}
