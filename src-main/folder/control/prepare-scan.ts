import type { FolderCheckout } from '../checkout/folder-checkout.ts';
import type { EarlyScan } from '../ports.ts';
import type { DirtyPaths } from '../watch/event-debouncer.ts';
import type { Watching } from '../watch/watching.ts';
import type { DirectionParts } from './linked-folder-parts.ts';
import { TIMINGS } from './linked-folder-setup.ts';

export interface ScanParts extends Pick<DirectionParts, 'ports' | 'settings' | 'activity'> {
  readonly checkout: Pick<FolderCheckout, 'agreeOnNothing'>;
  readonly watching: Pick<Watching, 'whenReady' | 'beginEarlyScan'>;
}

/**
 * What comes before a scan: before a full rescan, so that it is the only one. A first one begins while the watcher
 * gets ready: taking everything in takes so long that listing some folders twice beside it costs nothing. Any other
 * waits for the watcher, but neither for long nor once `halted` is settled, because listing is nearly all it does.
 */
export async function prepareScan(
  { isEverything }: DirtyPaths,
  { ports, settings, activity, checkout, watching }: ScanParts,
  halted: Promise<unknown>,
): Promise<EarlyScan | undefined> {
  if (!isEverything) return undefined;
  const headRootId = settings.library.headRootId();
  if (headRootId !== null) checkout.agreeOnNothing(headRootId);
  if (activity.fileCount === 0) {
    ports.reader.prepare();
    return watching.beginEarlyScan(TIMINGS.watchWaitMs);
  }
  const { promise: limit, resolve } = Promise.withResolvers<void>();
  const cancel = ports.timers.after(TIMINGS.watchWaitMs, resolve);
  await watching.whenReady(Promise.race([limit, halted]));
  cancel();
  return undefined;
}
