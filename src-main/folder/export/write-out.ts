import { constants, existsSync } from 'node:fs';
import { mkdir, open, readdir } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { inCalendar } from '../../core/calendar.ts';
import { DomainError } from '../../core/errors.ts';
import { inLanes } from '../../core/in-lanes.ts';
import { type FileDirent, isExecutable } from '../../core/objects/dir-object.ts';
import { blockMemory } from '../../memory/block-memory.ts';
import type { ExportSource } from '../../usecases/files/files.ts';
import { codeOf } from '../disk/disk-error.ts';
import { foldsNames } from '../disk/folded-names.ts';
import { FitForDisk, type LeftOut } from './fit-for-disk.ts';

export interface WrittenOut {
  readonly path: string;
  readonly files: number;
  readonly bytes: number;
  readonly leftOut: LeftOut;
}

/** Where an item goes, and what decides whether it can. */
interface Target {
  readonly to: string;
  readonly fit: FitForDisk;
}

type Written = Omit<WrittenOut, 'leftOut'>;

/** A file to be written, with its place. */
interface FileOut {
  readonly path: string;
  readonly dirent: FileDirent;
}

/**
 * Batches or large files written at the same time: each mostly waits for the disk. Large files hold some blocks in
 * memory.
 */
const LANES = 4;
/** Some milliseconds of work: worth two messages, and short enough to abort soon. */
const MOST_FILES_A_BATCH = 128;
/** Read as a whole before it is written. Larger files are written block by block. */
const MOST_BYTES_A_BATCH = 4 * 1024 * 1024;

/**
 * Writes an item with all its contents into a folder that is new or empty; nothing that exists is touched. Times and
 * the executable bit are kept. Items whose name the disk cannot hold, or treats as that of a neighbour, are left out
 * and listed in the answer. Not fsynced: the library still holds every byte.
 * @throws DomainError `path-invalid` when `to` is relative, not empty or cannot be made, `disk-full`
 */
export async function writeOut(taken: ExportSource, to: string, signal?: AbortSignal): Promise<WrittenOut> {
  await openEmptyFolder(to);
  const target = { to, fit: new FitForDisk({ folds: await foldsNames(to) }) };
  const { item } = taken;
  const written =
    item.kind === 'file'
      ? await writeOneFile(taken, item, target)
      : await writeBelow(taken, { ...target, below: '' }, signal);
  return { ...written, leftOut: target.fit.leftOut };
}

/**
 * As `writeOut`, for several items, each under its name in the folder.
 * @throws DomainError `path-invalid` also when two have the same name, or one has none, as the library itself; before
 * anything is written
 */
export async function writeSeveralOut(items: readonly ExportSource[], to: string): Promise<WrittenOut> {
  const names = new Set<string>();
  for (const { item } of items) {
    if (item.name === '') throw new DomainError('path-invalid', { value: '/', reason: 'no-name' });
    if (names.has(item.name))
      throw new DomainError('path-invalid', { field: 'to', value: join(to, item.name), reason: 'same-name' });
    names.add(item.name);
  }
  await openEmptyFolder(to);
  const fit = new FitForDisk({ folds: await foldsNames(to) });
  const written = { path: to, files: 0, bytes: 0 };
  for (const taken of items) {
    const { files, bytes } = await writeNamed(taken, { to, fit });
    written.files += files;
    written.bytes += bytes;
  }
  return { ...written, leftOut: fit.leftOut };
}

async function writeNamed(taken: ExportSource, target: Target): Promise<Written> {
  const { item } = taken;
  if (item.kind === 'file') return writeOneFile(taken, item, target);
  const { to, fit } = target;
  const path = join(to, item.name);
  const below = `/${item.name}`;
  if (!fit.takes(below, item, path)) return { path: to, files: 0, bytes: 0 };
  await makeFolder(path);
  return writeBelow(taken, { to: path, fit, below });
}

async function writeOneFile(taken: ExportSource, file: FileDirent, { to, fit }: Target): Promise<Written> {
  const path = join(to, file.name);
  if (!fit.takes(`/${file.name}`, file, path)) return { path: to, files: 0, bytes: 0 };
  await writeFile(taken, file, path);
  return { path, files: 1, bytes: file.sizeBytes };
}

/**
 * Writes the contents of a folder of the library into an empty one on the disk.
 * @param target with the place of the folder relative to what is written
 */
async function writeBelow(
  taken: ExportSource,
  { to, fit, below }: Target & { readonly below: string },
  signal?: AbortSignal,
): Promise<Written> {
  const written = { path: to, files: 0, bytes: 0 };
  const batches = filesOut(taken, { to, fit, below }, signal);
  await inLanes(batches, LANES, async (files) => {
    await writeBatch(taken, files);
    written.files += files.length;
    for (const { dirent } of files) written.bytes += dirent.sizeBytes;
  });
  return written;
}

/** Makes the folders and yields the files in them: small ones in batches, large ones alone. */
async function* filesOut(
  taken: ExportSource,
  { to, fit, below }: Target & { readonly below: string },
  signal?: AbortSignal,
): AsyncGenerator<readonly FileOut[]> {
  let batch: FileOut[] = [];
  let batchBytes = 0;
  for await (const { path, dirent } of taken.below()) {
    signal?.throwIfAborted();
    const target = join(to, path);
    if (!fit.takes(`${below}${path}`, dirent, target)) continue;
    if (dirent.kind === 'dir') {
      // Before its contents.
      await makeFolder(target);
      continue;
    }
    if (dirent.sizeBytes > MOST_BYTES_A_BATCH) {
      yield [{ path: target, dirent }];
      continue;
    }
    if (batch.length === MOST_FILES_A_BATCH || batchBytes + dirent.sizeBytes > MOST_BYTES_A_BATCH) {
      yield batch;
      batch = [];
      batchBytes = 0;
    }
    batch.push({ path: target, dirent });
    batchBytes += dirent.sizeBytes;
  }
  yield batch;
}

/**
 * Makes a folder unless it exists, and returns the folders it made, outermost first.
 * @throws DomainError `path-invalid` when the path is relative, the folder not empty or cannot be made; `disk-full`
 */
export async function openEmptyFolder(path: string): Promise<string[]> {
  if (!isAbsolute(path))
    throw new DomainError('path-invalid', { field: 'to', value: path, reason: 'relative' });
  const { made, names } = await openFolder(path);
  if (names.length > 0)
    throw new DomainError('path-invalid', { field: 'to', value: path, reason: 'not-empty' });
  return made;
}

/** Makes the folder if it is missing, and returns the names in it. */
async function openFolder(path: string): Promise<{ made: string[]; names: string[] }> {
  const missing: string[] = [];
  for (let at = path; !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.push(at);
  const made = missing.reverse();
  try {
    // One after the other: Node's own recursion never ends where making one fails as if its parent were missing.
    for (const folder of made) await mkdir(folder);
    return { made, names: await readdir(path) };
  } catch (error) {
    throw refusalOf(error, path);
  }
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    throw refusalOf(error, path);
  }
}

async function writeBatch(taken: ExportSource, files: readonly FileOut[]): Promise<void> {
  const [first] = files;
  if (first === undefined) return;
  if (first.dirent.sizeBytes > MOST_BYTES_A_BATCH) return writeFile(taken, first.dirent, first.path);
  for (const at of await writeTogether(taken, files)) {
    const file = files[at];
    if (file !== undefined) await writeFile(taken, file.dirent, file.path);
  }
}

/** Resolves to the positions of the files that have to be written one by one. */
async function writeTogether(taken: ExportSource, files: readonly FileOut[]): Promise<readonly number[]> {
  const wanted = files.map(({ path, dirent }) => {
    const mtimeSeconds = inCalendar(dirent.mtimeSeconds);
    return { path, id: dirent.id, mtimeSeconds, isExecutable: isExecutable(dirent) };
  });
  try {
    return await taken.writeOut(wanted);
  } catch (error) {
    throw refusalOf(error, error instanceof Error && 'path' in error ? String(error.path) : '');
  }
}

async function writeFile(taken: ExportSource, file: FileDirent, path: string): Promise<void> {
  try {
    await writeNewFile(taken, file, path);
  } catch (error) {
    throw refusalOf(error, path);
  }
}

async function writeNewFile(taken: ExportSource, file: FileDirent, path: string): Promise<void> {
  const mode = isExecutable(file) ? 0o777 : 0o666;
  // Exclusive: on a file system that folds letter case a second name must fail, not overwrite the first.
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
  const handle = await open(path, flags, mode);
  try {
    for await (const block of taken.read(file)) {
      await handle.writeFile(blockMemory.held(block));
      blockMemory.release(block);
    }
    const mtimeSeconds = inCalendar(file.mtimeSeconds);
    await handle.utimes(mtimeSeconds, mtimeSeconds);
  } finally {
    await handle.close();
  }
}

/** Turns an error of the disk into a refusal; returns any other error unchanged. */
export function refusalOf(error: unknown, path: string): unknown {
  const code = codeOf(error);
  if (error instanceof DomainError || code === '') return error;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new DomainError('disk-full', { value: path }, error);
  // A disk that folds letter case or accents treats two names of the library as one.
  const reason = code === 'EEXIST' ? 'name-clash' : 'unusable';
  return new DomainError('path-invalid', { field: 'to', value: path, reason }, error);
}
