import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { nameOf } from '../../core/library/path.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import type { Ports } from '../../engine/ports.ts';
import type { LibraryContents } from '../../engine/reading/library-contents.ts';
import type { Star } from '../../store/sqlite/stars.ts';
import type { LibraryAccess } from '../access/library-access.ts';

/** A starred library, folder or file as it is now. */
export interface StarredItem {
  readonly library: Library;
  /** '/' for the library itself. */
  readonly path: string;
  readonly name: string;
  readonly isDir: boolean;
  /** Null: nothing is there any more. */
  readonly now: { readonly id: ObjectId; readonly mtimeSeconds: number; readonly sizeBytes: number } | null;
}

export interface StarsDependencies extends Pick<Ports, 'starTable' | 'libraryTable'> {
  readonly access: LibraryAccess;
  readonly contents: LibraryContents;
}

/** What people have starred. Stars are private. */
export type Stars = ReturnType<typeof createStars>;

export function createStars({ starTable, libraryTable, access, contents }: StarsDependencies) {
  async function itemOf(library: Library, { path, isDir }: Star): Promise<StarredItem> {
    const item = await contents.entryAt(library, path);
    if (item === null) return { library, path, isDir, name: nameOf(path), now: null };
    const { id, kind } = item;
    const sizeBytes = kind === 'file' ? item.sizeBytes : 0;
    const shown =
      path === '/'
        ? { name: library.name, mtimeSeconds: library.updatedAtSeconds }
        : { name: item.name, mtimeSeconds: item.mtimeSeconds };
    const now = { id, mtimeSeconds: shown.mtimeSeconds, sizeBytes };
    return { library, path, isDir: kind === 'dir', name: shown.name, now };
  }

  /** Null when the caller does not reach the library any more. */
  function reached(caller: Caller, id: LibraryId): Library | null {
    const library = libraryTable.find(id);
    return library !== null && access.effective(caller, library) !== null ? library : null;
  }

  return {
    /** @throws DomainError `library-not-found`, `permission-denied`, `item-not-found`, in this order */
    async add(caller: Caller, libraryId: LibraryId, path: string): Promise<StarredItem> {
      const { library } = access.readable(caller, libraryId);
      const item = await itemOf(library, { libraryId, path, isDir: false });
      if (item.now === null) throw new DomainError('item-not-found', { value: path });
      starTable.put(caller.email, { libraryId, path, isDir: item.isDir });
      return item;
    },

    /** Also of what is gone or out of reach. */
    remove(caller: Caller, libraryId: LibraryId, path: string): void {
      starTable.remove(caller.email, libraryId, path);
    },

    /**
     * Libraries, then folders, then files, each changed last first and what is gone at the end. What the caller does not
     * reach is left out.
     */
    async list(caller: Caller): Promise<StarredItem[]> {
      const items: StarredItem[] = [];
      for (const star of starTable.ofUser(caller.email)) {
        const library = reached(caller, star.libraryId);
        if (library !== null) items.push(await itemOf(library, star));
      }
      return items.sort((a, b) => rankOf(a) - rankOf(b) || changedAt(b) - changedAt(a));
    },

    /** The libraries that the caller has starred as a whole. */
    libraries(caller: Caller): ReadonlySet<LibraryId> {
      const whole = starTable.ofUser(caller.email).filter(({ path }) => path === '/');
      return new Set(whole.map(({ libraryId }) => libraryId));
    },

    /** Paths of what the caller has starred in a library; '/' is the library itself. */
    pathsIn(caller: Caller, libraryId: LibraryId): ReadonlySet<string> {
      return new Set(starTable.pathsIn(caller.email, libraryId));
    },
  };
}

function rankOf({ path, isDir }: StarredItem): number {
  if (path === '/') return 0;
  return isDir ? 1 : 2;
}

function changedAt({ now }: StarredItem): number {
  return now?.mtimeSeconds ?? -1;
}
