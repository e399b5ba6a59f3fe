import type { Logger } from 'pino';
import { guarded } from '../engine/scheduling/background.ts';
import { FolderActivity } from '../folder/link/folder-activity.ts';
import type { FolderActivityRows } from '../folder/ports.ts';

/** One transaction for everything in this time. A crash loses that much of the list, and no history. */
const SAVE_AFTER_MS = 2_000;

export interface KeptActivity {
  readonly folderActivity: FolderActivity;
  /** Saves the rest and stops. */
  readonly stop: () => void;
}

/** Keeps activity of linked folders, and saves it a little later. */
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
