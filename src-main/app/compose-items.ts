import type { LibraryEdits } from '../engine/edits/library-edits.ts';
import type { ChangeLibrary } from '../engine/heads/change-library.ts';
import type { StorageQuotas } from '../engine/objects/storage-quotas.ts';
import type { Clock, Ids } from '../engine/ports.ts';
import type { LibraryContents } from '../engine/reading/library-contents.ts';
import type { RetentionClock } from '../engine/reading/retention-time.ts';
import type { ObjectStore } from '../store/objects/object-store.ts';
import type { History } from '../store/sqlite/history.ts';
import type { Libraries } from '../store/sqlite/libraries.ts';
import type { StarTable } from '../store/sqlite/stars.ts';
import type { Trash } from '../store/sqlite/trash.ts';
import type { LibraryAccess } from '../usecases/access/library-access.ts';
import type { People } from '../usecases/access/people.ts';
import type { UnlockedLibraries } from '../usecases/access/unlocked-libraries.ts';
import { createModifiers } from '../usecases/accounts/modifiers.ts';
import { createCopyTasks } from '../usecases/files/copy-tasks.ts';
import type { Downloads } from '../usecases/files/downloads.ts';
import { createFiles } from '../usecases/files/files.ts';
import { createItemEdits } from '../usecases/files/item-edits.ts';
import { createItemMoves } from '../usecases/files/item-moves.ts';
import { createLibraryItems } from '../usecases/files/library-items.ts';
import { createThumbnails, type MakeThumbnail } from '../usecases/files/thumbnails.ts';
import { createAllTrash } from '../usecases/history/all-trash.ts';
import { createTrashRestores } from '../usecases/history/trash-restores.ts';
import { createVersionRestores } from '../usecases/history/version-restores.ts';
import { createVersions } from '../usecases/history/versions.ts';
import type { LibraryListing } from '../usecases/libraries/library-listing.ts';

export interface ItemParts {
  readonly access: LibraryAccess;
  readonly contents: LibraryContents;
  readonly edits: LibraryEdits;
  readonly changeLibrary: ChangeLibrary;
  readonly downloads: Downloads;
  readonly quotas: StorageQuotas;
  readonly unlocked: UnlockedLibraries;
  readonly retention: RetentionClock;
  readonly history: History;
  readonly stars: StarTable;
  readonly trash: Trash;
  readonly listing: LibraryListing;
  readonly people: People;
  /** Signs cursors. */
  readonly secret: Uint8Array;
  readonly objects: ObjectStore;
  readonly libraries: Libraries;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Absent: there are none to be had. */
  readonly makeThumbnail?: MakeThumbnail;
}

/** The services about the files and folders of libraries. */
export function composeItems(parts: ItemParts) {
  const files = createFiles(parts);
  const libraryItems = createLibraryItems(parts);
  const itemMoves = createItemMoves(parts);
  return {
    files,
    libraryItems,
    itemMoves,
    modifiers: createModifiers(parts),
    itemEdits: createItemEdits(parts),
    allTrash: createAllTrash(parts),
    trashRestores: createTrashRestores(parts),
    thumbnails: createThumbnails({ ...parts, libraryItems }),
    copyTasks: createCopyTasks({ ...parts, moves: itemMoves }),
    versionRestores: createVersionRestores(parts),
    versions: createVersions({ ...parts, files, items: libraryItems }),
  };
}
