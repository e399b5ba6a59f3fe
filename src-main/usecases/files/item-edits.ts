import { by, type Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { checkNewItemName } from '../../core/library/name.ts';
import { nameOf, parentOf } from '../../core/library/path.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import type { LibraryEdits } from '../../engine/edits/library-edits.ts';
import type { LibraryContents } from '../../engine/reading/library-contents.ts';
import type { LibraryAccess } from '../access/library-access.ts';

export interface ItemEditsDependencies {
  readonly access: LibraryAccess;
  readonly contents: LibraryContents;
  readonly edits: Pick<LibraryEdits, 'make' | 'rename'>;
}

/** An item after an edit. */
export interface EditedItem {
  readonly path: string;
  /** Null: there was nothing to do. */
  readonly commitId: CommitId | null;
}

/** Something that has a path. */
export interface FoundPath {
  readonly path: string;
  readonly item: Dirent;
}

/** Edits of a file manager: a user who wants a name that is taken is told, and decides. */
export type ItemEdits = ReturnType<typeof createItemEdits>;

export function createItemEdits({ access, contents, edits }: ItemEditsDependencies) {
  return {
    /**
     * Makes an empty folder. Durable on return.
     * @throws DomainError `library-not-found`, `permission-denied`, `library-read-only`, `folder-not-found`,
     * `not-a-folder`, `name-invalid`, `path-invalid`, `name-taken`
     */
    async makeFolder(caller: Caller, libraryId: LibraryId, path: string): Promise<EditedItem> {
      access.writable(caller, libraryId);
      checkNewItemName(nameOf(path));
      const wanted = { kind: 'dir', folder: parentOf(path), name: nameOf(path), onTaken: 'refuse' } as const;
      const { made } = await edits.make({ libraryId, ...by(caller), ...wanted });
      return { path, commitId: made.changed ? made.commitId : null };
    },

    /**
     * Gives an item another name in its folder; the one that it has makes no commit. Durable on return.
     * @throws DomainError `library-not-found`, `permission-denied`, `library-read-only`, `item-not-found`,
     * `name-invalid`, `path-invalid` (also: the root), `name-taken`
     */
    async rename(
      caller: Caller,
      { libraryId, path }: { readonly libraryId: LibraryId; readonly path: string },
      newName: string,
    ): Promise<EditedItem> {
      access.writable(caller, libraryId);
      if (path === '/') throw new DomainError('path-invalid', { field: 'path', value: path, reason: 'root' });
      const wanted = { path, name: newName, onTaken: 'refuse' } as const;
      const { made, path: to } = await edits.rename({ libraryId, ...by(caller), ...wanted });
      return { path: to, commitId: to === path ? null : made.commitId };
    },

    /**
     * Those of the paths that are taken now. Each folder is read once.
     * @throws DomainError `library-not-found`, `permission-denied`
     */
    async existing(caller: Caller, libraryId: LibraryId, paths: readonly string[]): Promise<FoundPath[]> {
      const { library } = access.readable(caller, libraryId);
      const byFolder = Map.groupBy(new Set(paths), parentOf);
      const found: FoundPath[] = [];
      for (const [folder, wanted] of byFolder) {
        const names = await namesIn(library, folder);
        for (const path of wanted) {
          const item = names.get(nameOf(path));
          if (item !== undefined) found.push({ path, item });
        }
      }
      return found;
    },
  };

  async function namesIn(library: Library, folder: string): Promise<ReadonlyMap<string, Dirent>> {
    const there = await contents.entryAt(library, folder);
    if (there?.kind !== 'dir') return new Map();
    const { dirents } = await contents.list(library, folder);
    return new Map(dirents.map((dirent) => [dirent.name, dirent]));
  }
}
