import type { ObjectId } from '../core/objects/object-id.ts';
import type { LinkedFolderActivity } from './linked-folder-activity.ts';
import { PACE } from './linked-folder-setup.ts';
import type { Outward } from './outward/outward.ts';
import type { FolderReader, Timers } from './ports.ts';
import type { Watching } from './watching.ts';

export interface WholeLookParts {
  readonly reader: Pick<FolderReader, 'prepare'>;
  readonly outward: Pick<Outward, 'agreeOnNothing'>;
  readonly watching: Pick<Watching, 'whenReady'>;
  readonly activity: Pick<LinkedFolderActivity, 'fileCount'>;
  readonly timers: Timers;
}

/**
 * What comes before a look at everything, so that it is the only one. Waits for the watcher, but neither for long nor
 * once `halted` is settled.
 */
export async function prepareWholeLook(
  { reader, outward, watching, activity, timers }: WholeLookParts,
  headRootId: ObjectId | null,
  halted: Promise<unknown>,
): Promise<void> {
  if (activity.fileCount === 0) reader.prepare();
  if (headRootId !== null) outward.agreeOnNothing(headRootId);
  const { promise: limit, resolve } = Promise.withResolvers<void>();
  const cancel = timers.after(PACE.watchWaitMs, resolve);
  await watching.whenReady(Promise.race([limit, halted]));
  cancel();
}
