import type { DesktopServiceState } from '../../../src-shared/desktop-bridge.ts';
import type { LinkedFolderJson } from '../../../src-shared/local-api.ts';
import type { ShellWords } from '../words/shell-words.ts';

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
  { states }: ShellWords,
): ShellStatus {
  if (service === 'stopped') return { state: 'stopped', sentence: states.stopped };
  if (service !== 'running') return { state: 'working', sentence: states.starting };
  if (folders.length === 0) return { state: 'idle', sentence: states.noFolder };
  const waiting = folders.filter(needsPerson).length;
  if (waiting > 0) return { state: 'attention', sentence: states.toLookAt(waiting) };
  const busy = folders.filter(({ state }) => state === 'scanning' || state === 'syncing').length;
  if (busy > 0) return { state: 'working', sentence: states.saving(busy) };
  const paused = folders.filter(({ state }) => state === 'paused').length;
  if (paused === folders.length) return { state: 'paused', sentence: states.allPaused };
  if (paused > 0) return { state: 'paused', sentence: states.paused(paused) };
  return { state: 'idle', sentence: states.saved };
}

/** Whether a folder will not go on without somebody. */
function needsPerson({ state, encryption }: LinkedFolderJson): boolean {
  return state === 'error' || state === 'held' || state === 'away' || encryption === 'locked';
}
