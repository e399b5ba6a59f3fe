import type { Logger } from 'pino';
import { guarded } from '../engine/scheduling/background.ts';
import type { FolderActivityTable } from '../store/sqlite/folder-activity.ts';
import type { EventHub } from './event-hub.ts';

/** One transaction for all that folders do meanwhile. A crash loses so much of the list, and nothing of history. */
const SAVE_AFTER_MS = 2_000;

export interface SavedActivity {
  readonly table: Pick<FolderActivityTable, 'save'>;
  readonly events: Pick<EventHub, 'subscribe'>;
  readonly logger: Pick<Logger, 'error'>;
}

/** Puts on record what linked folders do, a while after they did it. The answer saves the rest, and ends it. */
export function saveFolderActivity({ table, events, logger }: SavedActivity): () => void {
  let timer: NodeJS.Timeout | null = null;
  const save = guarded(table.save, (err) => logger.error({ event: 'folder-activity-not-saved', err }));
  const unsubscribe = events.subscribe((event) => {
    if (event.type !== 'folder-activity' || timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      save();
    }, SAVE_AFTER_MS);
    timer.unref();
  });

  return () => {
    unsubscribe();
    if (timer !== null) clearTimeout(timer);
    save();
  };
}
