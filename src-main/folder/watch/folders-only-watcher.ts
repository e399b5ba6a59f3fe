import { lstatSync, type Stats } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { FSWatcher } from 'chokidar';
import { parentPath } from '../../core/folder/folder-entry.ts';

type ScanOptions = NonNullable<Parameters<FSWatcher['createScanStream']>[1]>;
type ScanEntry = Parameters<Extract<ScanOptions['directoryFilter'], (entry: never) => boolean>>[0];

/**
 * When chokidar lists a folder, it stats all files in parallel, and here nearly all results are thrown away: with
 * 100,000 files that was a tenth of the work of a first import, and 230 MB. A listing says by itself what is a folder,
 * so only folders are examined.
 */
export class FoldersOnlyWatcher extends FSWatcher {
  override createScanStream(root: string, options: ScanOptions = {}) {
    const isWanted = options.directoryFilter;
    return super.createScanStream(root, {
      ...options,
      type: 'directories',
      alwaysStat: false,
      fileFilter: () => false,
      directoryFilter: (entry) => {
        const stats = statOfFolder(entry);
        if (stats === null) return false;
        // Chokidar reads these.
        entry.stats = stats;
        return typeof isWanted !== 'function' || isWanted(entry);
      },
    });
  }
}

/** Null: a link to a folder, inaccessible, or gone since it was listed; events of its parent cover that. */
function statOfFolder({ fullPath }: ScanEntry): Stats | null {
  try {
    const stats = lstatSync(fullPath);
    return stats.isDirectory() ? stats : null;
  } catch {
    return null;
  }
}

/** An event of the system about a watched folder: chokidar's `raw` event. */
export interface RawEvent {
  /**
   * Path of what changed, below the watched folder. Windows gives none when its buffer overflowed and events are lost.
   */
  readonly name: string | null;
  readonly details: unknown;
}

/**
 * The folder inside `root` in which something changed, `..` for one outside; null: events were lost, so it may be any.
 */
export function folderOfEvent(root: string, { name, details }: RawEvent): string | null {
  if (name === null) return null;
  return parentPath(inside(root, resolve(watchedPathOf(details) ?? root, name)));
}

/** A path as the folder index names it. */
export function inside(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}

function watchedPathOf(details: unknown): string | null {
  if (typeof details !== 'object' || details === null || !('watchedPath' in details)) return null;
  return typeof details.watchedPath === 'string' ? details.watchedPath : null;
}
