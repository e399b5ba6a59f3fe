import { LRUCache } from 'lru-cache';
import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { SIZED_ITEMS_TOLD, SIZED_ITEMS_TOLD_INSIDE } from '../../core/limits.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import { findEntry } from '../../core/tree/tree-lookup.ts';
import type { Ports } from '../../engine/ports.ts';
import { createReadDir } from '../../engine/reading/directory-reader.ts';
import type { FolderSize, FolderSizes, SizedDirent } from '../../engine/reading/folder-sizes.ts';
import type { HeavyReading } from '../../engine/reading/heavy-reading.ts';
import { type LargestFile, largestFiles } from '../../engine/reading/largest-files.ts';
import { retainedReader } from '../../engine/reading/retained-reader.ts';
import { type SizeAt, sizeHistory } from '../../engine/reading/size-history.ts';
import type { LibraryAccess } from '../access/library-access.ts';
import { type MeasurementKeyDependencies, measurementKey } from './measurement-key.ts';

export interface ItemSizesDependencies
  extends MeasurementKeyDependencies,
    Pick<Ports, 'libraryTable' | 'objects' | 'clock'> {
  readonly access: LibraryAccess;
  readonly reading: HeavyReading;
  readonly folderSizes: FolderSizes;
}

/** A folder or a file, with what is at the top of it. */
export interface SizedItem extends SizedDirent {
  readonly inside: readonly SizedDirent[];
}

export interface SizedFolder {
  readonly bytes: number;
  readonly files: number;
  /** The largest. */
  readonly items: readonly SizedItem[];
  /** What is in the folder beside them. */
  readonly others: { readonly items: number; readonly bytes: number; readonly files: number };
}

/** Libraries whose largest files are remembered. */
const LARGEST_KEPT = 100;

/** How large the folders and files of a library are, as its own managers may know: names are contents. Reads only. */
export type ItemSizes = ReturnType<typeof createItemSizes>;

export function createItemSizes(deps: ItemSizesDependencies) {
  const { access, folderSizes } = deps;
  const largestKept = new LRUCache<string, readonly LargestFile[]>({ max: LARGEST_KEPT });

  /** The tree of a library whose contents the caller has. */
  async function reading<T>(
    caller: Caller,
    { id, signal }: { readonly id: LibraryId; readonly signal: AbortSignal | undefined },
    work: (library: Library, readDir: ReadDir) => Promise<T>,
  ): Promise<T> {
    const { library } = access.managedAsWhole(caller, id);
    const readDir = createReadDir(retainedReader(deps, library));
    const whileWanted: ReadDir = (folderId) => {
      signal?.throwIfAborted();
      return readDir(folderId);
    };
    return deps.reading.run(caller.email, (one) => work(library, one.counting(whileWanted)));
  }

  async function withInside(item: SizedDirent, readDir: ReadDir, isWanted: boolean): Promise<SizedItem> {
    if (!isWanted || item.dirent.kind === 'file') return { ...item, inside: [] };
    const { largest } = await folderSizes.inside(item.dirent.id, readDir, SIZED_ITEMS_TOLD_INSIDE);
    return { ...item, inside: largest };
  }

  return {
    /**
     * What a folder of the library holds now, for its managers.
     * @throws DomainError `library-not-found`, `permission-denied`, `folder-not-found`, `not-a-folder`
     */
    folder(
      caller: Caller,
      { id, path }: { readonly id: LibraryId; readonly path: string },
      signal?: AbortSignal,
    ): Promise<SizedFolder> {
      return reading(caller, { id, signal }, async (library, readDir) => {
        const entry = await findEntry(readDir, library.rootId, path);
        if (entry === null) throw new DomainError('folder-not-found', { field: 'path', value: path });
        if (entry.kind === 'file') throw new DomainError('not-a-folder', { field: 'path', value: path });
        const { total, count, largest } = await folderSizes.inside(entry.id, readDir, SIZED_ITEMS_TOLD);
        const items: SizedItem[] = [];
        for (const [at, item] of largest.entries())
          items.push(await withInside(item, readDir, at < SIZED_ITEMS_TOLD_INSIDE));
        return { ...total, items, others: othersOf(total, count, largest) };
      });
    },

    /** The files that take most with their versions, for managers. @throws DomainError as `folder` */
    largest(caller: Caller, id: LibraryId, signal?: AbortSignal): Promise<readonly LargestFile[]> {
      return reading(caller, { id, signal }, async (library, readDir) => {
        const key = measurementKey(deps, library);
        const kept = largestKept.get(key);
        if (kept !== undefined) return kept;
        const found = await largestFiles(deps, { library, readDir }, signal);
        largestKept.set(key, found);
        return found;
      });
    },

    /** How the files of the library grew, for managers. @throws DomainError as `folder` */
    growth(caller: Caller, id: LibraryId, signal?: AbortSignal): Promise<readonly SizeAt[]> {
      return reading(caller, { id, signal }, (library, readDir) =>
        sizeHistory(deps, { library, readDir }, signal),
      );
    },
  };
}

/** What a folder holds beside those that are told by name. */
function othersOf(total: FolderSize, count: number, told: readonly SizedDirent[]): SizedFolder['others'] {
  const rest = (key: 'bytes' | 'files') =>
    Math.max(
      0,
      told.reduce((left, item) => left - item[key], total[key]),
    );
  return { items: count - told.length, bytes: rest('bytes'), files: rest('files') };
}
