import type { Logger } from 'pino';
import { guarded } from '../engine/scheduling/background.ts';
import { FolderActivity } from '../folder/link/folder-activity.ts';
import type { FolderActivityRows } from '../folder/ports.ts';

/** One transaction for all that folders do meanwhile. A crash loses so much of the list, and nothing of history. */
const SAVE_AFTER_MS = 2_000;

export interface KeptActivity {
  readonly folderActivity: FolderActivity;
  /** Saves the rest, and ends it. */
  readonly stop: () => void;
}

/** Keeps what linked folders do, and saves it a while after they did it. */
export function keepFolderActivity(rows: FolderActivityRows, logger: Pick<Logger, 'error'>): KeptActivity {
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;

  function onUnsaved(): void {
    if (isStopped || timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      save();
    }, SAVE_AFTER_MS);
    timer.unref();
  }

  const folderActivity = new FolderActivity({ rows, onUnsaved });
  const save = guarded(
    () => folderActivity.save(),
    (err) => logger.error({ event: 'folder-activity-not-saved', err }),
  );

  return {
    folderActivity,
    stop: () => {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
      save();
    },
  };
}
