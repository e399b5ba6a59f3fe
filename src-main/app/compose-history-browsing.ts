import type { ChangeLibrary } from '../engine/heads/change-library.ts';
import type { Clock, EventSink } from '../engine/ports.ts';
import type { HeavyReading } from '../engine/reading/heavy-reading.ts';
import type { LibraryContents } from '../engine/reading/library-contents.ts';
import type { RetentionClock } from '../engine/reading/retention-time.ts';
import { createCompareSnapshots } from '../services/compare-snapshots.ts';
import type { HistoryService } from '../services/history.ts';
import { createHistorySearch } from '../services/history-search.ts';
import type { LibraryAccess } from '../services/library-access.ts';
import type { People } from '../services/people.ts';
import { createPins } from '../services/pins.ts';
import { createSnapshotRestores } from '../services/snapshot-restores.ts';
import { createSnapshots } from '../services/snapshots.ts';
import { createTrash } from '../services/trash.ts';
import { createUndoCommits } from '../services/undo-commits.ts';
import type { ObjectStore } from '../store/objects/object-store.ts';
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
