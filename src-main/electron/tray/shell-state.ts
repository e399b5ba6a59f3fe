import type { DesktopServiceState } from '../../../src-shared/desktop-bridge.ts';
import type { LinkedFolderJson } from '../../../src-shared/local-api.ts';

/** What the icon in the tray can say; each has a picture of its own in `resources/tray/`. */
export const SHELL_STATES = ['idle', 'working', 'paused', 'attention', 'stopped'] as const;

export type ShellState = (typeof SHELL_STATES)[number];

/** The state of the whole app and one sentence for it. */
export interface ShellStatus {
  readonly state: ShellState;
  readonly sentence: string;
}

/** The most urgent thing there is to say about the service and its folders. */
export function shellStatus(
  service: DesktopServiceState['state'],
  folders: readonly LinkedFolderJson[],
): ShellStatus {
  if (service === 'stopped') return { state: 'stopped', sentence: 'The library service has stopped' };
  if (service !== 'running') return { state: 'working', sentence: 'Starting' };
  if (folders.length === 0) return { state: 'idle', sentence: 'No folder is linked' };
  const waiting = folders.filter(needsPerson).length;
  if (waiting > 0) return { state: 'attention', sentence: `${countFolders(waiting)} to look at` };
  const busy = folders.filter(({ state }) => state === 'scanning' || state === 'syncing').length;
  if (busy > 0) return { state: 'working', sentence: `Saving ${countFolders(busy)}` };
  const paused = folders.filter(({ state }) => state === 'paused').length;
  if (paused === folders.length) return { state: 'paused', sentence: 'Paused' };
  if (paused > 0) return { state: 'paused', sentence: `${countFolders(paused)} paused` };
  return { state: 'idle', sentence: 'Everything is saved' };
}

/** Whether a folder will not go on without somebody. */
function needsPerson({ state, encryption }: LinkedFolderJson): boolean {
  return state === 'error' || state === 'held' || state === 'away' || encryption === 'locked';
}

function countFolders(count: number): string {
  return count === 1 ? '1 folder' : `${count} folders`;
}
