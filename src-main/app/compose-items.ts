import type { ChangeLibrary } from '../engine/heads/change-library.ts';
import type { StorageQuotas } from '../engine/objects/storage-quotas.ts';
import type { Clock, Ids } from '../engine/ports.ts';
import type { LibraryContents } from '../engine/reading/library-contents.ts';
import type { RetentionClock } from '../engine/reading/retention-time.ts';
import { createAllTrash } from '../services/all-trash.ts';
import { createCopyTasks } from '../services/copy-tasks.ts';
import type { Downloads } from '../services/downloads.ts';
import { createFiles } from '../services/files.ts';
import { createItemEdits } from '../services/item-edits.ts';
import { createItemMoves } from '../services/item-moves.ts';
import type { LibraryAccess } from '../services/library-access.ts';
import { createLibraryItems } from '../services/library-items.ts';
import type { LibraryListing } from '../services/library-listing.ts';
import { createModifiers } from '../services/modifiers.ts';
import type { People } from '../services/people.ts';
import { createThumbnails, type MakeThumbnail } from '../services/thumbnails.ts';
import { createTrashRestores } from '../services/trash-restores.ts';
import type { UnlockedLibraries } from '../services/unlocked-libraries.ts';
import { createVersionRestores } from '../services/version-restores.ts';
import { createVersions } from '../services/versions.ts';
import type { ObjectStore } from '../store/objects/object-store.ts';
import type { History } from '../store/sqlite/history.ts';
import type { Libraries } from '../store/sqlite/libraries.ts';
import type { StarTable } from '../store/sqlite/stars.ts';
import type { Trash } from '../store/sqlite/trash.ts';

export interface ItemParts {
  readonly access: LibraryAccess;
  readonly contents: LibraryContents;
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
