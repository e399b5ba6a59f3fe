import type { LibraryId } from '../../core/library/library-id.ts';
import type { LibraryFiles } from '../backend/backend.ts';
import type { ObjectIndex } from '../sqlite/object-index.ts';
import type { LibraryHealth } from './library-health.ts';
import type { WithLock } from './lock.ts';
import type { PackWriter } from './pack-writer.ts';
import type { PendingObjects } from './pending-objects.ts';

/** What compaction sees of its library. */
export interface CompactionParts {
  readonly libraryId: LibraryId;
  readonly storeKey: number;
  readonly index: ObjectIndex;
  readonly files: LibraryFiles;
  readonly health: LibraryHealth;
  readonly packs: PackWriter;
  readonly pending: PendingObjects;
  /** Does the work while no flush does its own. */
  readonly alone: WithLock;
  /** Throws when compaction has to end before its time. */
  readonly assertGoingOn: () => void;
}
