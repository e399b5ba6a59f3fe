import type { LibraryId } from '../core/library/library-id.ts';
import type { CommitId } from '../core/objects/object-id.ts';
import type { HeadJournal } from '../store/head-journal.ts';
import type { History } from '../store/sqlite/history.ts';
import type { Libraries } from '../store/sqlite/libraries.ts';
import type { Clock } from './ports.ts';

export interface SettleHeadsDependencies {
  readonly libraries: Libraries;
  readonly history: History;
  readonly journal: HeadJournal;
  readonly clock: Clock;
}

/** A library whose database record is older than what was acknowledged. */
export interface RolledBackLibrary {
  readonly id: LibraryId;
  readonly name: string;
  /** The head that the journal saw and the database does not know. */
  readonly lostHeadId: CommitId;
}

/**
 * Compares each head with the journal at start, because SQLite opens a database that lost its newest transactions
 * without a word. A head that is ahead of the journal (a stop between the two writes) is journalled now. Returned are
 * the libraries whose journalled head the database does not know: they are made read-only, so that nothing is built on
 * the older state before somebody has looked.
 */
export async function settleHeads(deps: SettleHeadsDependencies): Promise<RolledBackLibrary[]> {
  const { libraries, history, journal, clock } = deps;
  const journalled = await journal.lastHeads();
  const rolledBack: RolledBackLibrary[] = [];
  for (const library of libraries.all()) {
    const last = journalled.get(library.id);
    if (last?.head_commit_id === library.headId) continue;
    const lastHeadId = (last?.head_commit_id ?? null) as CommitId | null;
    if (lastHeadId !== null && history.find(library.id, lastHeadId) === null) {
      libraries.setStatus(library.id, 'read-only');
      rolledBack.push({ id: library.id, name: library.name, lostHeadId: lastHeadId });
      continue;
    }
    await journal.append([
      {
        type: 'head',
        at_s: clock.nowSeconds(),
        library_id: library.id,
        head_commit_id: library.headId,
        prev: lastHeadId,
        name: library.name,
        owner: library.owner,
      },
    ]);
  }
  return rolledBack;
}
