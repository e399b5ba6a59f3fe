import type { UntrueReason } from '../../../src-shared/upkeep-api.ts';
import { isInCalendar } from '../../core/calendar.ts';
import { PUSHED_ENTRIES_MAX, PUSHED_PATH_MAX_BYTES } from '../../core/limits.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import { EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import { MAX_DEPTH } from '../../core/tree/split-path.ts';
import type { LibraryObjects, ObjectKind } from '../../store/objects/object-store.ts';
import { decodeDirYielding } from '../reading/directory-reader.ts';
import { canBeWhole, decodeFileYielding } from '../reading/file-content.ts';
import { isUnreadable } from '../reading/stored-commits.ts';

/** Where objects come from, and who is told what is found. */
export interface TreeWatch {
  readonly store: LibraryObjects;
  /** Whether blocks are stored longer than what they hold. */
  readonly isEncrypted: boolean;
  /** Null for what cannot be read, which has been told then. */
  readonly read: (kind: ObjectKind, id: ObjectId) => Promise<Buffer | null>;
  readonly onBlock: (id: ObjectId) => void;
  readonly onDamage: (id: ObjectId, reason: string) => void;
  readonly onUntrue: (path: string, reason: UntrueReason) => void;
}

/** All that is below a folder, as a walk meets it. */
interface Extent {
  readonly entries: number;
  /** Of the longest path below it. */
  readonly pathBytes: number;
  /** Folders on the longest way down. */
  readonly depth: number;
}

interface Place {
  /** With a slash at its end. */
  readonly path: string;
  readonly depth: number;
}

const NOTHING: Extent = { entries: 0, pathBytes: 0, depth: 0 };

/**
 * Copies of folders make a library larger than its rows too. No library of real files is so many times larger, and each
 * walk of it would cost far more than clients sent.
 */
const UNFOLDED_TIMES = 100;

/** Follows the trees of one library, each object once, however often they name it. */
export class TreeInspection {
  readonly #watch: TreeWatch;
  readonly #folders = new Map<ObjectId, Extent>();
  /** Sizes by file object; null: not known. */
  readonly #files = new Map<ObjectId, number | null>();
  readonly #blocks = new Set<ObjectId>();
  #rows = 0;

  constructor(watch: TreeWatch) {
    this.#watch = watch;
  }

  /** False for a tree that should not be walked folder by folder. */
  async check(rootId: ObjectId): Promise<boolean> {
    const { entries } = await this.#folder(rootId, { path: '/', depth: 0 });
    const isWalkable = entries <= PUSHED_ENTRIES_MAX || entries <= this.#rows * UNFOLDED_TIMES;
    if (!isWalkable) this.#watch.onUntrue('/', 'too-many-entries');
    return isWalkable;
  }

  async #folder(id: ObjectId, place: Place): Promise<Extent> {
    if (id === EMPTY_ID) return NOTHING;
    const known = this.#folders.get(id);
    if (known !== undefined) {
      this.#fits(place, known);
      return known;
    }
    const extent = { ...NOTHING };
    for (const dirent of await this.#rowsOf(id)) {
      this.#rows += 1;
      this.#row(dirent, place);
      const nameBytes = Buffer.byteLength(dirent.name);
      const below = dirent.kind === 'dir' ? await this.#folder(dirent.id, inside(place, dirent)) : null;
      extent.entries += 1 + (below?.entries ?? 0);
      const pathBytes = below === null || below.entries === 0 ? 0 : 1 + below.pathBytes;
      extent.pathBytes = Math.max(extent.pathBytes, nameBytes + pathBytes);
      extent.depth = Math.max(extent.depth, below === null ? 0 : below.depth + 1);
      if (dirent.kind === 'file' && (await this.#sizeOf(dirent.id)) !== dirent.sizeBytes)
        this.#tellSize(dirent.id, `${place.path}${dirent.name}`);
    }
    this.#folders.set(id, extent);
    return extent;
  }

  #tellSize(id: ObjectId, path: string): void {
    if (id === EMPTY_ID || this.#files.get(id) !== null) this.#watch.onUntrue(path, 'size');
  }

  /** Where the folder has been followed at another place already, what is below it is too far down only here. */
  #fits({ path, depth }: Place, { pathBytes, depth: below }: Extent): void {
    // Without the slashes at its front and its end, the last of which counts where something is below.
    const bytes = Buffer.byteLength(path) - 1;
    if (bytes <= PUSHED_PATH_MAX_BYTES && bytes + pathBytes > PUSHED_PATH_MAX_BYTES)
      this.#watch.onUntrue(path.slice(0, -1), 'path-too-long');
    if (depth <= MAX_DEPTH && depth + below > MAX_DEPTH) this.#watch.onUntrue(path.slice(0, -1), 'too-deep');
  }

  #row({ name, kind, mtimeSeconds }: Dirent, place: Place): void {
    const path = `${place.path}${name}`;
    if (!isInCalendar(mtimeSeconds)) this.#watch.onUntrue(path, 'time');
    const before = Buffer.byteLength(place.path) - 2;
    const isFirstTooLong =
      before <= PUSHED_PATH_MAX_BYTES && Buffer.byteLength(path) - 1 > PUSHED_PATH_MAX_BYTES;
    if (isFirstTooLong) this.#watch.onUntrue(path, 'path-too-long');
    if (kind === 'dir' && place.depth === MAX_DEPTH) this.#watch.onUntrue(path, 'too-deep');
  }

  async #rowsOf(id: ObjectId): Promise<readonly Dirent[]> {
    const bytes = await this.#watch.read('fs', id);
    if (bytes === null) return [];
    return (await this.#understood(id, () => decodeDirYielding(id, bytes))) ?? [];
  }

  /** Null for a file that cannot be opened whole. */
  async #sizeOf(id: ObjectId): Promise<number | null> {
    if (id === EMPTY_ID) return 0;
    const known = this.#files.get(id);
    if (known !== undefined) return known;
    const sizeBytes = await this.#openFile(id);
    this.#files.set(id, sizeBytes);
    return sizeBytes;
  }

  async #openFile(id: ObjectId): Promise<number | null> {
    const { store, isEncrypted, onBlock, onDamage, read } = this.#watch;
    const bytes = await read('fs', id);
    const file = bytes && (await this.#understood(id, () => decodeFileYielding(id, bytes)));
    if (file === null) return null;
    for (const blockId of file.blockIds) {
      if (this.#blocks.has(blockId)) continue;
      this.#blocks.add(blockId);
      onBlock(blockId);
    }
    if (await canBeWhole(store, file, isEncrypted)) return file.sizeBytes;
    onDamage(id, 'size-differs');
    return null;
  }

  /** An object that is whole and of another kind than its place says is damage too. */
  async #understood<T>(id: ObjectId, read: () => Promise<T>): Promise<T | null> {
    try {
      return await read();
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      this.#watch.onDamage(id, error.code);
      return null;
    }
  }
}

function inside({ path, depth }: Place, { name }: Dirent): Place {
  return { path: `${path}${name}/`, depth: depth + 1 };
}
