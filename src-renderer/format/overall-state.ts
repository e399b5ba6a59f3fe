import type { FolderTone } from './folder-state.ts';
import { healthMessage } from './health.ts';
import { t } from './messages.ts';
import { type Status, type StatusFacts, type StatusKind, status } from './status.ts';

/** How everything is, in a few words and how urgent it is. */
export interface OverallState {
  readonly sentence: string;
  readonly tone: FolderTone;
}

const MESSAGES: Readonly<Record<Exclude<StatusKind, 'down'>, (counts: Status) => string>> = {
  error: ({ error }) => t('notSavingCount', { count: error }),
  waiting: ({ waiting }) => t('toLookAtCount', { count: Math.max(1, waiting) }),
  paused: ({ paused }) => t('pausedCount', { count: paused }),
  busy: ({ busy }) => t('savingCount', { count: busy }),
  unknown: () => t('lookingShort'),
  unlinked: () => t('noFolderLinked'),
  unprotected: () => t('allInHistory'),
  recorded: () => t('allInHistory'),
  saved: () => t('everythingSaved'),
};

export function overallState(facts: StatusFacts): OverallState {
  const now = status(facts);
  if (now.kind === 'down')
    return { tone: now.tone, sentence: healthMessage(facts.health, 0)?.sentence ?? '' };
  return { tone: now.tone, sentence: MESSAGES[now.kind](now) };
}
