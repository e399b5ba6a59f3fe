import { relative, resolve, sep } from 'node:path';
import { parentPath } from '../../core/folder/folder-entry.ts';

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
