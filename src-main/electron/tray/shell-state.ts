import type { DesktopServiceState } from '../../../src-shared/desktop-bridge.ts';
import type { LinkedFolderJson } from '../../../src-shared/folders-api.ts';
import type { ShellMessages } from '../messages.ts';
import type { ServiceView } from '../service/service-watch.ts';

/** States of the tray icon; each has a picture in `resources/tray/`. */
export const SHELL_STATES = ['idle', 'working', 'paused', 'attention', 'stopped'] as const;

export type ShellState = (typeof SHELL_STATES)[number];

/** The state of the whole app and one sentence for it. */
export interface ShellStatus {
  readonly state: ShellState;
  readonly sentence: string;
}

/** What the sentence covers besides the service. */
export type ToldView = Pick<ServiceView, 'folders' | 'conflicts' | 'hasBackup' | 'damaged' | 'lost'>;

/** The most urgent state of the service and its folders. */
export function shellStatus(
  service: DesktopServiceState['state'],
  { folders, conflicts, hasBackup, damaged, lost }: ToldView,
  messages: ShellMessages,
): ShellStatus {
  if (service === 'stopped') return { state: 'stopped', sentence: messages('state-stopped') };
  if (service === 'silent') return { state: 'stopped', sentence: messages('state-silent') };
  if (service === 'slow') return { state: 'stopped', sentence: messages('state-slow') };
  if (service !== 'running') return { state: 'working', sentence: messages('state-starting') };
  const stored = [damaged, lost].filter((count) => count > 0).length;
  const waiting = folders.filter(needsPerson).length + conflicts + stored;
  if (waiting > 0) return { state: 'attention', sentence: messages('state-toLookAt', { count: waiting }) };
  if (folders.length === 0) return { state: 'idle', sentence: messages('state-noFolder') };
  const busy = folders.filter(isAtWork).length;
  if (busy > 0) return { state: 'working', sentence: messages('state-saving', { count: busy }) };
  const paused = folders.filter(({ state }) => state === 'paused').length;
  if (paused === folders.length) return { state: 'paused', sentence: messages('state-allPaused') };
  if (paused > 0) return { state: 'paused', sentence: messages('state-paused', { count: paused }) };
  return { state: 'idle', sentence: hasBackup ? messages('state-saved') : messages('state-inHistory') };
}

/** Includes waiting for changes to settle. */
function isAtWork({ state, pending }: LinkedFolderJson): boolean {
  return state === 'scanning' || state === 'syncing' || (state === 'idle' && pending > 0);
}

/** Whether something in a folder waits for the user. */
function needsPerson({ state, encryption, problem_count: problems }: LinkedFolderJson): boolean {
  return problems > 0 || encryption === 'locked' || ['error', 'held', 'away'].includes(state);
}
