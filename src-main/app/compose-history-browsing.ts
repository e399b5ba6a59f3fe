import type { ChangeLibrary } from '../engine/heads/change-library.ts';
import type { Clock, EventSink } from '../engine/ports.ts';
import type { HeavyReading } from '../engine/reading/heavy-reading.ts';
import type { LibraryContents } from '../engine/reading/library-contents.ts';
import type { RetentionClock } from '../engine/reading/retention-time.ts';
import type { ObjectStore } from '../store/objects/object-store.ts';
import type { LibraryAccess } from '../usecases/access/library-access.ts';
import type { People } from '../usecases/access/people.ts';
import { createCompareSnapshots } from '../usecases/history/compare-snapshots.ts';
import type { HistoryService } from '../usecases/history/history.ts';
import { createHistorySearch } from '../usecases/history/history-search.ts';
import { createPins } from '../usecases/history/pins.ts';
import { createSnapshotRestores } from '../usecases/history/snapshot-restores.ts';
import { createSnapshots } from '../usecases/history/snapshots.ts';
import { createTrash } from '../usecases/history/trash.ts';
import { createUndoCommits } from '../usecases/history/undo-commits.ts';
import type { Tables } from './tables.ts';

interface HistoryBrowsingParts extends Tables {
  readonly views: HistoryService;
  readonly events: EventSink;
  /** Key of cursors. */
  readonly secret: Uint8Array;
  readonly objects: ObjectStore;
  readonly access: LibraryAccess;
  readonly contents: LibraryContents;
  readonly changeLibrary: ChangeLibrary;
  readonly reading: HeavyReading;
  readonly people: People;
  readonly retention: RetentionClock;
  readonly clock: Clock;
}

/** Finding what was or was deleted, undoing it, and going back to it. */
export function composeHistoryBrowsing(parts: HistoryBrowsingParts) {
  return {
    historySearch: createHistorySearch(parts),
    undoCommits: createUndoCommits(parts),
    snapshots: createSnapshots(parts),
    compareSnapshots: createCompareSnapshots(parts),
    snapshotRestores: createSnapshotRestores(parts),
    pins: createPins(parts),
    trash: createTrash(parts),
  };
}
