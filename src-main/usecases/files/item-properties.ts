import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { nameOf } from '../../core/library/path.ts';
import {
  ITEM_PROPERTIES_MAX,
  ITEM_PROPERTIES_MAX_PER_LIBRARY,
  ITEM_PROPERTY_MAX_BYTES,
} from '../../core/limits.ts';
import type { LibraryContents } from '../../engine/reading/library-contents.ts';
import type { ItemAt, ItemProperty, ItemPropertyTable } from '../../store/sqlite/item-properties.ts';
import type { LibraryAccess } from '../access/library-access.ts';

export type { ItemAt, ItemProperty };

export interface ItemPropertiesDependencies {
  readonly table: ItemPropertyTable;
  readonly access: LibraryAccess;
  readonly contents: Pick<LibraryContents, 'lookUp'>;
}

export interface PropertyChanges {
  readonly set: readonly ItemProperty[];
  /** Names; those that are not there are no work. */
  readonly removed: readonly string[];
}

export interface FollowedItem {
  readonly from: ItemAt;
  readonly to: ItemAt;
  readonly mode: 'copy' | 'move';
  /** Without what is below. */
  readonly isShallow: boolean;
}

/** What programs note at items, for all who reach the library. */
export type ItemProperties = ReturnType<typeof createItemProperties>;

export function createItemProperties({ table, access, contents }: ItemPropertiesDependencies) {
  /** Items that went or moved otherwise than by a drive have left theirs behind. */
  async function removeOfGone(caller: Caller, libraryId: LibraryId): Promise<void> {
    const { lookup, rootId } = contents.lookUp(access.readable(caller, libraryId).library);
    const paths = new Set(table.below({ libraryId, path: '/' }).map(({ path }) => path));
    for (const path of paths) if ((await lookup.at(rootId, path)) === null) table.remove({ libraryId, path });
  }

  return {
    /**
     * Finds what is noted at an item and at those in it, each when it is asked for: all of it are megabytes, which a
     * listing that is read slowly would hold.
     * @throws DomainError `library-not-found`, `permission-denied`
     */
    finder(caller: Caller, { libraryId, path: folder }: ItemAt): (path: string) => readonly ItemProperty[] {
      access.readable(caller, libraryId);
      const names = new Set(table.namesIn({ libraryId, path: folder }));
      return (path) => (path === folder || names.has(nameOf(path)) ? table.of({ libraryId, path }) : []);
    },

    /** @throws DomainError `library-not-found`, `permission-denied`, `library-read-only`; `quota-exceeded` beyond what is kept */
    async change(caller: Caller, at: ItemAt, { set, removed }: PropertyChanges): Promise<void> {
      access.writable(caller, at.libraryId);
      const kept = table.of(at).filter(({ name }) => !removed.includes(name));
      const names = new Set([...kept, ...set].map(({ name }) => name));
      const added = names.size - kept.length;
      const isLong = set.some(({ name, value }) => Buffer.byteLength(name + value) > ITEM_PROPERTY_MAX_BYTES);
      if (isLong || names.size > ITEM_PROPERTIES_MAX)
        throw new DomainError('quota-exceeded', { value: at.path });
      const isFull = () => table.count(at.libraryId) + added > ITEM_PROPERTIES_MAX_PER_LIBRARY;
      if (added > 0 && isFull()) {
        await removeOfGone(caller, at.libraryId);
        if (isFull()) throw new DomainError('quota-exceeded', { value: at.path });
      }
      access.writable(caller, at.libraryId);
      table.change(at, { set, removed });
    },

    /** For when what was at a place has gone or is another. @throws DomainError as `change` */
    forget(caller: Caller, at: ItemAt): void {
      if (table.count(access.writable(caller, at.libraryId).library.id) > 0) table.remove(at);
    },

    /** For when an item was copied or moved. Those beyond what a library keeps are left out. @throws DomainError as `change` */
    follow(caller: Caller, { from, to, mode, isShallow }: FollowedItem): void {
      access.readable(caller, from.libraryId);
      access.writable(caller, to.libraryId);
      if (mode === 'move') access.writable(caller, from.libraryId);
      const coming = isShallow ? table.of(from).length : table.below(from).length;
      const room = ITEM_PROPERTIES_MAX_PER_LIBRARY - table.count(to.libraryId);
      const fits = coming <= room || (mode === 'move' && from.libraryId === to.libraryId);
      if (coming > 0 && fits) table.copy(from, to, { isShallow });
      else if (table.count(to.libraryId) > 0) table.remove(to);
      if (mode === 'move' && coming > 0) table.remove(from);
    },
  };
}
