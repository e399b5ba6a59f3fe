import { DomainError } from '../core/errors.ts';
import type { Dirent, FileDirent } from '../core/objects/dir-object.ts';
import { decodeFile } from '../core/objects/file-object.ts';
import { EMPTY_ID, type ObjectId } from '../core/objects/object-id.ts';
import type { ReadDir } from '../core/tree/read-dir.ts';
import { MAX_DEPTH } from '../core/tree/split-path.ts';
import type { LibraryObjects } from '../store/objects/object-store.ts';
import { createReadDir } from './directory-reader.ts';
import { nextTurn } from './next-turn.ts';

/** Far more than one commit of a client changes; a tree that names one folder over and over would come to more. */
const MAX_CHANGED_ENTRIES = 5_000_000;
/** Files after which other work gets its turn. */
const FILES_A_TURN = 256;
/** Enough to tell what is wrong; a client brings all of them again anyway. */
const MAX_TOLD_PATHS = 100;

export interface PushedRoots {
  /** Tree that is known to be whole, or that nothing is taken from. */
  readonly baseId: ObjectId;
  readonly rootId: ObjectId;
}

/**
 * Paths, without the slash at their front, of files in a pushed tree of which blocks are not here, 100 at most. Looks at
 * all that is not at the same place in the base tree, and reads each object once.
 * @throws DomainError `object-missing`, `object-corrupt` for folders and files that are not here or are something else;
 * `path-invalid` for a tree that is too deep; `argument-invalid` for one that is too large
 */
export async function filesWithoutBlocks(store: LibraryObjects, roots: PushedRoots): Promise<string[]> {
  const check = new TreeCheck(store);
  await check.dir({ id: roots.rootId, baseId: roots.baseId, path: '', depth: 0 });
  return check.incomplete;
}

interface DirPair {
  readonly id: ObjectId;
  /** Undefined: there was no folder. */
  readonly baseId: ObjectId | undefined;
  readonly path: string;
  readonly depth: number;
}

class TreeCheck {
  readonly incomplete: string[] = [];
  readonly #store: LibraryObjects;
  readonly #readDir: ReadDir;
  /** Entries below the folders that have been looked at. */
  readonly #entries = new Map<ObjectId, number>();
  readonly #wholeFiles = new Set<ObjectId>();
  /** Blocks that are here: a file of zeros names one over and over. */
  readonly #blocks = new Set<ObjectId>();

  constructor(store: LibraryObjects) {
    this.#store = store;
    this.#readDir = createReadDir(store);
  }

  /** How many entries below the folder are not in the base. */
  async dir(pair: DirPair): Promise<number> {
    const { id, baseId, path, depth } = pair;
    if (id === EMPTY_ID || id === baseId) return 0;
    const known = this.#entries.get(id);
    if (known !== undefined) return known;
    if (depth > MAX_DEPTH) throw new DomainError('path-invalid', { value: path, reason: 'too-deep' });
    const before = await this.#rowsOf(baseId);
    let count = 0;
    for (const dirent of await this.#readDir(id)) {
      const base = before.get(dirent.name);
      if (base?.id === dirent.id && base.kind === dirent.kind) continue;
      count += 1 + (await this.#entry(dirent, base, { path: `${path}${dirent.name}`, depth }));
      if (count > MAX_CHANGED_ENTRIES)
        throw new DomainError('argument-invalid', { field: 'head', reason: 'too-many-files' });
    }
    this.#entries.set(id, count);
    return count;
  }

  async #entry(
    dirent: Dirent,
    base: Dirent | undefined,
    { path, depth }: Pick<DirPair, 'path' | 'depth'>,
  ): Promise<number> {
    if (dirent.kind === 'dir') {
      const baseId = base?.kind === 'dir' ? base.id : undefined;
      return this.dir({ id: dirent.id, baseId, path: `${path}/`, depth: depth + 1 });
    }
    const isWhole = await this.#isWhole(dirent);
    if (!isWhole && this.incomplete.length < MAX_TOLD_PATHS) this.incomplete.push(path);
    return 0;
  }

  async #isWhole({ id }: FileDirent): Promise<boolean> {
    if (id === EMPTY_ID || this.#wholeFiles.has(id)) return true;
    const { blockIds } = decodeFile(id, await this.#store.read('fs', id));
    if (!blockIds.every((block) => this.#hasBlock(block))) return false;
    this.#wholeFiles.add(id);
    if (this.#wholeFiles.size % FILES_A_TURN === 0) await nextTurn();
    return true;
  }

  #hasBlock(id: ObjectId): boolean {
    if (this.#blocks.has(id)) return true;
    if (!this.#store.has('block', id)) return false;
    this.#blocks.add(id);
    return true;
  }

  async #rowsOf(id: ObjectId | undefined): Promise<ReadonlyMap<string, Dirent>> {
    if (id === undefined || id === EMPTY_ID) return NO_ROWS;
    return new Map((await this.#readDir(id)).map((dirent) => [dirent.name, dirent]));
  }
}

const NO_ROWS: ReadonlyMap<string, Dirent> = new Map();
