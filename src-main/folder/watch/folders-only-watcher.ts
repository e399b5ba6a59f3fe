import { lstatSync, type Stats } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { FSWatcher } from 'chokidar';
import { parentPath } from '../../core/folder/folder-entry.ts';

type ScanOptions = NonNullable<Parameters<FSWatcher['createScanStream']>[1]>;
type ScanEntry = Parameters<Extract<ScanOptions['directoryFilter'], (entry: never) => boolean>>[0];

/**
 * Chokidar asks the state of every file when it lists a folder, all of them at once, and then throws nearly all answers
 * away here: with 100,000 files that was a tenth of the work of a first import, and 230 MB. A listing says itself what is a
 * folder, so only folders are asked about.
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
        // Chokidar goes by these.
        entry.stats = stats;
        return typeof isWanted !== 'function' || isWanted(entry);
      },
    });
  }
}

/** Null: a link to a folder, out of reach, or gone since it was listed; looks at the folder around it tell about that. */
function statOfFolder({ fullPath }: ScanEntry): Stats | null {
  try {
    const stats = lstatSync(fullPath);
    return stats.isDirectory() ? stats : null;
  } catch {
    return null;
  }
}

/** What the system said of a watched folder: chokidar's `raw` event. */
export interface RawEvent {
  /** Of what changed, below what is watched. Windows gives none when its buffer ran over and events are lost. */
  readonly name: string | null;
  readonly details: unknown;
}

/** The folder inside `root` in which something changed, `..` for one outside; null: events were lost, it may be any. */
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
