import { parentPort, workerData } from 'node:worker_threads';
import { parentPath } from '../../core/folder/folder-entry.ts';
import { takeFilesAsTheyAre } from '../../core/plain-files.ts';
import { codeOf } from '../disk/disk-error.ts';
import { createIgnoreMatcher, type IgnoreMatcher } from '../ignore/ignore.ts';
import { DirtyOutbox } from './dirty-outbox.ts';
import { FoldersOnlyWatcher, folderOfEvent, inside } from './folders-only-watcher.ts';
import type { WatchReply, WatchRequest, WatchWorkerData } from './thread-watcher.ts';

/**
 * Entry of the thread that watches linked folders. It has a thread of its own because the system drops events that are
 * not fetched in time, as by a busy main thread.
 */

takeFilesAsTheyAre(process);
const { ignoreDefaults } = workerData as WatchWorkerData;
const watches = new Map<number, { watcher: FoldersOnlyWatcher; outbox: DirtyOutbox }>();

/** The system has run out of watches or watch queues. */
const LIMIT_CODES: ReadonlySet<string> = new Set(['ENOSPC', 'EMFILE', 'ENFILE']);

parentPort?.on('message', (request: WatchRequest) => {
  if (request.op === 'watch') open(request.watchId, request.root, request.ignoreText);
  else close(request.watchId);
});

function post(reply: WatchReply): void {
  parentPort?.postMessage(reply);
}

function open(watchId: number, root: string, ignoreText: string): void {
  const matcher = createIgnoreMatcher(ignoreDefaults, ignoreText, []);
  const outbox = new DirtyOutbox({
    dirty: (dirs, trees) => post({ kind: 'dirty', watchId, dirs, trees }),
    everything: () => post({ kind: 'everything', watchId }),
  });
  // Lets only folders in, so that there is one watch per folder and no state about files; the raw event of the parent
  // tells what happens to a file.
  const watcher = new FoldersOnlyWatcher({
    ignoreInitial: true,
    atomic: false,
    followSymlinks: false,
    ignorePermissionErrors: true,
    ignored: (path, stat) => stat !== undefined && (!stat.isDirectory() || isIgnoredDir(path)),
  });
  const isIgnoredDir = (path: string) => path !== root && isIgnoredInside(matcher, inside(root, path));
  watcher.on('raw', (_event, name, details: unknown) => {
    const dir = folderOfEvent(root, { name, details });
    if (dir === null) outbox.addEverything();
    else if (isInside(dir) && !matcher.ignoresTree(dir)) outbox.addDir(dir);
  });
  watcher.on('addDir', (path) => outbox.addTree(inside(root, path)));
  watcher.on('unlinkDir', (path) => outbox.addDir(parentPath(inside(root, path))));
  watcher.on('ready', () => post({ kind: 'ready', watchId }));
  watcher.on('error', (error) => {
    if (LIMIT_CODES.has(codeOf(error))) post({ kind: 'degraded', watchId, reason: codeOf(error) });
    else post({ kind: 'everything', watchId });
  });
  watcher.add(root);
  watches.set(watchId, { watcher, outbox });
}

function isIgnoredInside(matcher: IgnoreMatcher, path: string): boolean {
  const dir = parentPath(path);
  return matcher.ignores(dir, path.slice(dir === '' ? 0 : dir.length + 1), true);
}

/** When the root disappears and comes back, events of its parent arrive. */
function isInside(dir: string): boolean {
  return dir !== '..' && !dir.startsWith('../');
}

function close(watchId: number): void {
  const watch = watches.get(watchId);
  watches.delete(watchId);
  watch?.outbox.close();
  const answer = () => post({ kind: 'closed', watchId });
  // Nothing of this watch is reported from now on, whether or not the system could remove it.
  Promise.resolve(watch?.watcher.close()).then(answer, answer);
}
