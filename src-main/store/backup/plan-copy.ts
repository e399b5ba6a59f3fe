import { type FileHandle, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isLibraryId, type LibraryId } from '../../core/library/library-id.ts';
import { isId } from '../../core/objects/object-id.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import { codeOf } from '../backend/backend.ts';
import type { FileOps } from '../backend/disk/file-ops.ts';
import {
  blockFolder,
  blockPath,
  libraryFolder,
  packFolder,
  packNumberOf,
  packPath,
  storageFolder,
} from '../backend/disk/layout.ts';
import type { ObjectIndex } from '../sqlite/object-index.ts';

/** One object file that the backup lacks. */
export interface CopyStep {
  readonly from: string;
  readonly to: string;
  /** So much of it: what comes after that was written since. */
  readonly bytes: number;
  /** Where what has the name there goes first: an older database may still need it. Null: it is a beginning of this file. */
  readonly displaced: string | null;
}

export interface CopyPlan {
  readonly steps: readonly CopyStep[];
  readonly bytes: number;
  /** Files and folders of the backup that nothing needs once the copied database has its name. */
  readonly surplus: readonly string[];
  /** Libraries that the copied database has objects of. */
  readonly libraries: readonly LibraryId[];
}

export interface PlanParts {
  readonly from: string;
  readonly to: string;
  /** Where objects lie, says the copied database. */
  readonly index: ObjectIndex;
  readonly ops: FileOps;
  readonly signal?: AbortSignal;
}

/** A file that was appended to differently within its last bytes has other content. */
const COMPARED_BYTES = 64 * 1024;
const FILES_BEFORE_YIELD = 200;

/**
 * Compares the object files of two data folders. Blocks never change; packs are only appended to, and never cut.
 * @throws SourceMoved when a file goes while it is looked at
 */
export async function planCopy(parts: PlanParts): Promise<CopyPlan> {
  return new Planning(parts).run();
}

class Planning {
  readonly #parts: PlanParts;
  readonly #steps: CopyStep[] = [];
  readonly #surplus: string[] = [];
  #examined = 0;

  constructor(parts: PlanParts) {
    this.#parts = parts;
  }

  async run(): Promise<CopyPlan> {
    const { from, to, ops, index } = this.#parts;
    const libraries = await librariesIn(from, ops);
    for (const id of libraries) await this.#compare(id);
    for (const id of await librariesIn(to, ops)) {
      if (!libraries.includes(id) && index.findStore(id) === null) this.#surplus.push(libraryFolder(to, id));
    }
    return {
      steps: this.#steps,
      bytes: this.#steps.reduce((sum, { bytes }) => sum + bytes, 0),
      surplus: this.#surplus,
      libraries: index.libraries(),
    };
  }

  async #compare(id: LibraryId): Promise<void> {
    const { from, to, ops } = this.#parts;
    const folders = { here: libraryFolder(from, id), there: libraryFolder(to, id) };
    const here = await objectFilesIn(folders.here, ops);
    const there = await objectFilesIn(folders.there, ops);
    for (const block of here.blocks) await this.#compareBlock(block, folders);
    await this.#comparePacks({ here, there }, folders);
    this.#findSurplus(id, { here, there });
  }

  async #compareBlock(id: string, { here, there }: Folders): Promise<void> {
    const step = { from: blockPath(here, id), to: blockPath(there, id) };
    const bytes = await this.#sizeHere(step.from);
    if ((await sizeOf(step.to)) !== bytes) this.#steps.push({ ...step, bytes, displaced: null });
  }

  async #comparePacks(files: BothSides, { here, there }: Folders): Promise<void> {
    let highest = Math.max(0, ...files.here.packs, ...files.there.packs);
    for (const pack of files.here.packs) {
      const from = packPath(here, pack);
      const to = packPath(there, pack);
      const bytes = await this.#sizeHere(from);
      const held = await sizeOf(to);
      if (held === -1) {
        this.#steps.push({ from, to, bytes, displaced: null });
        continue;
      }
      const isBeginning = held <= bytes && (await isSameUpTo(held, from, to));
      if (isBeginning && held === bytes) continue;
      let displaced: string | null = null;
      if (!isBeginning) {
        highest += 1;
        displaced = packPath(there, highest);
        this.#surplus.push(displaced);
      }
      this.#steps.push({ from, to, bytes, displaced });
    }
  }

  /** What the copied database names stays, also when it is here no more: the backup may have the only copy. */
  #findSurplus(id: LibraryId, { here, there }: BothSides): void {
    const { to, index } = this.#parts;
    const folder = libraryFolder(to, id);
    const storeKey = index.findStore(id);
    const packs = new Set(here.packs);
    const named = new Set(storeKey === null ? [] : index.packs(storeKey).map(({ pack }) => pack));
    for (const pack of there.packs) {
      if (!packs.has(pack) && !named.has(pack)) this.#surplus.push(packPath(folder, pack));
    }
    const blocks = new Set(here.blocks);
    for (const block of there.blocks) {
      const isNamed = storeKey !== null && index.find(storeKey, 'block', block)?.pack === 0;
      if (!blocks.has(block) && !isNamed) this.#surplus.push(blockPath(folder, block));
    }
  }

  async #sizeHere(path: string): Promise<number> {
    this.#examined += 1;
    if (this.#examined % FILES_BEFORE_YIELD === 0) {
      await yieldToEventLoop();
      this.#parts.signal?.throwIfAborted();
    }
    const bytes = await sizeOf(path);
    if (bytes === -1) throw new SourceMoved(path);
    return bytes;
  }
}

interface Folders {
  readonly here: string;
  readonly there: string;
}

interface BothSides {
  readonly here: ObjectFiles;
  readonly there: ObjectFiles;
}

async function isSameUpTo(end: number, one: string, other: string): Promise<boolean> {
  const start = Math.max(0, end - COMPARED_BYTES);
  const [first, second] = await Promise.all([stretch(one, start, end), stretch(other, start, end)]);
  return first.equals(second);
}

async function stretch(path: string, start: number, end: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    return await readStretch(file, start, end);
  } finally {
    await file.close();
  }
}

async function readStretch(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const bytes = Buffer.alloc(end - start);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
  return bytes.subarray(0, bytesRead);
}

/** The object files of a library. */
interface ObjectFiles {
  /** Numbers of packs. */
  readonly packs: readonly number[];
  /** Ids of blocks that have files of their own. */
  readonly blocks: readonly string[];
}

/** Libraries that have object files in a data folder. */
async function librariesIn(dataFolder: string, ops: FileOps): Promise<LibraryId[]> {
  return (await ops.list(storageFolder(dataFolder))).filter(isLibraryId);
}

export async function objectFilesIn(library: string, ops: FileOps): Promise<ObjectFiles> {
  const packs = (await ops.list(packFolder(library))).map(packNumberOf).filter((pack) => pack > 0);
  const blocks: string[] = [];
  for (const fan of await ops.list(blockFolder(library))) {
    const names = await ops.list(join(blockFolder(library), fan));
    for (const name of names) if (isId(fan + name)) blocks.push(fan + name);
  }
  return { packs, blocks };
}

/** −1: there is no such file. */
export async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return -1;
    throw error;
  }
}

/** A file was taken away while it was being copied: a library was purged, or damage set aside. Worth another try. */
export class SourceMoved extends Error {
  override readonly name = 'SourceMoved';

  constructor(path: string) {
    super(`${path} went while it was being copied`);
  }
}
