import { constants, existsSync } from 'node:fs';
import { mkdir, open, readdir } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { giveBack } from '../core/blocks/block-memory.ts';
import { DomainError } from '../core/errors.ts';
import type { FileDirent } from '../core/objects/dir-object.ts';
import type { TakenItem } from '../services/files.ts';
import { codeOf } from './disk-error.ts';

export interface WrittenOut {
  readonly path: string;
  readonly files: number;
  readonly bytes: number;
}

const OWNER_EXECUTE = 0o100;
/** Files written at once: each waits for the disk more than it works. Large ones hold some blocks in memory. */
const LANES = 4;

/**
 * Writes an item and all below it into a folder that is new or empty; nothing that exists is ever touched.
 * Times and the executable bit are kept. Not fsynced: the library still holds every byte.
 * @throws DomainError `path-invalid` when `to` is relative, not empty or cannot be made, `disk-full`
 */
export async function writeOut(taken: TakenItem, to: string, signal?: AbortSignal): Promise<WrittenOut> {
  await openEmptyFolder(to);
  const written = { path: to, files: 0, bytes: 0 };
  const { item } = taken;
  if (item.kind === 'file') {
    const path = join(to, item.name);
    await writeFile(taken, item, path);
    return { path, files: 1, bytes: item.sizeBytes };
  }
  const lanes = new Lanes();
  try {
    for await (const { path, dirent } of taken.below()) {
      signal?.throwIfAborted();
      // Before what is in it.
      if (dirent.kind === 'dir') await makeFolder(join(to, path));
      else {
        await lanes.begin(() => writeFile(taken, dirent, join(to, path)));
        written.files++;
        written.bytes += dirent.sizeBytes;
      }
    }
  } finally {
    await lanes.settled();
  }
  lanes.throwFailure();
  return written;
}

/** Some work at a time. */
class Lanes {
  readonly #running = new Set<Promise<void>>();
  #failure: { readonly error: unknown } | null = null;

  /** Waits for a free lane. @throws what went wrong in any of them */
  async begin(work: () => Promise<void>): Promise<void> {
    if (this.#running.size === LANES) await Promise.race(this.#running);
    this.throwFailure();
    const one: Promise<void> = work()
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => this.#running.delete(one));
    this.#running.add(one);
  }

  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }

  throwFailure(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }
}

async function openEmptyFolder(path: string): Promise<void> {
  if (!isAbsolute(path))
    throw new DomainError('path-invalid', { field: 'to', value: path, reason: 'relative' });
  const present = await openFolder(path);
  if (present.length > 0)
    throw new DomainError('path-invalid', { field: 'to', value: path, reason: 'not-empty' });
}

/** Names in a folder, which is made when it is not there. */
async function openFolder(path: string): Promise<string[]> {
  const missing: string[] = [];
  for (let at = path; !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.push(at);
  try {
    // One after the other: Node's own recursion never ends where making one fails as if its parent were missing.
    for (const folder of missing.reverse()) await mkdir(folder);
    return await readdir(path);
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

async function writeFile(taken: TakenItem, file: FileDirent, path: string): Promise<void> {
  try {
    await writeNewFile(taken, file, path);
  } catch (error) {
    throw refusalOf(error, path);
  }
}

async function writeNewFile(taken: TakenItem, file: FileDirent, path: string): Promise<void> {
  const mode = (file.mode & OWNER_EXECUTE) === 0 ? 0o666 : 0o777;
  // Exclusive: on a file system that folds letter case a second name must fail, not overwrite the first.
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
  const handle = await open(path, flags, mode);
  try {
    for await (const block of taken.read(file)) {
      await handle.writeFile(block);
      giveBack(block);
    }
    await handle.utimes(file.mtimeSeconds, file.mtimeSeconds);
  } finally {
    await handle.close();
  }
}

/** What the disk said, as a refusal; anything else stays what it is. */
function refusalOf(error: unknown, path: string): unknown {
  const code = codeOf(error);
  if (error instanceof DomainError || code === '') return error;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new DomainError('disk-full', { value: path }, error);
  // Two names of the library are one on a disk that folds letter case or accents.
  const reason = code === 'EEXIST' ? 'name-clash' : 'unusable';
  return new DomainError('path-invalid', { field: 'to', value: path, reason }, error);
}
