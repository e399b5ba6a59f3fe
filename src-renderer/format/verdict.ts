import type { LinkedFolderJson } from '../../src-shared/folders-api.ts';
import type { LocalLibraryJson } from '../../src-shared/libraries-api.ts';
import type { FolderTone } from './folder-state.ts';
import { ANSWERING, healthMessage } from './health.ts';
import { t } from './messages.ts';
import { type Status, type StatusFacts, type StatusKind, status } from './status.ts';
import { canHaveHappened, isKnownTime, momentPast, relativeTime } from './time.ts';

/** The answer to "is everything saved?": one sentence, the reasons, and how urgent it is. */
export interface Verdict {
  readonly tone: FolderTone;
  readonly sentence: string;
  readonly text: string;
}

interface VerdictRequest extends Omit<StatusFacts, 'folders'> {
  readonly libraries: readonly LocalLibraryJson[];
  readonly nowSeconds: number;
}

/** When the very last change was saved, as far as libraries know theirs and no clock was wrong. */
function lastChange(libraries: readonly LocalLibraryJson[], nowSeconds: number): string {
  const known = libraries.map(({ mtime }) => mtime).filter(isKnownTime);
  const times = known.filter((time) => canHaveHappened(time, nowSeconds));
  return relativeTime(Math.max(...(times.length > 0 ? times : known)), nowSeconds);
}

type Message = (counts: Status, when: string) => readonly [sentence: string, text: string];

const upToDate = ({ linked }: Status, when: string) => t('allUpToDate', { count: linked, when });
const inHistory: Message = (counts, when) => [t('allInHistory'), upToDate(counts, when)];

const MESSAGES: Readonly<Record<Exclude<StatusKind, 'down'>, Message>> = {
  error: ({ linked, error }) => [t('foldersNotSaved', { linked, error }), t('savedBeforeIsKept')],
  waiting: ({ waiting, heldBack }, when) => [
    t('needYou', { count: Math.max(1, waiting) }),
    heldBack > 0 ? t('heldBack', { count: heldBack, when }) : t('lastChange', { when }),
  ],
  paused: ({ paused }, when) => [t('foldersPaused', { count: paused }), t('waitsUntilResume', { when })],
  busy: (_, when) => [t('beingSaved'), t('lastChange', { when })],
  unknown: (_, when) => [t('looking'), t('lastChange', { when })],
  unlinked: (_, when) => [t('librariesSaved'), t('noneLinkedLastChange', { when })],
  unprotected: inHistory,
  recorded: inHistory,
  saved: (counts, when) => [t('everythingSaved'), upToDate(counts, when)],
};

/** Whether everything is saved, worst news first. There is at least one library. */
export function verdict({ libraries, nowSeconds, ...facts }: VerdictRequest): Verdict {
  const now = status({ ...facts, folders: libraries.flatMap(({ folder }) => folder ?? []) });
  const down = healthMessage(facts.health, nowSeconds);
  if (now.kind === 'down') return { tone: now.tone, sentence: '', text: '', ...down };
  const [sentence, text] = MESSAGES[now.kind](now, lastChange(libraries, nowSeconds));
  return { tone: now.tone, sentence, text };
}

/** The overall state in a few words, and how urgent it is. */
export interface OverallState {
  readonly sentence: string;
  readonly tone: FolderTone;
}

const OVERALL: Readonly<Record<Exclude<StatusKind, 'down'>, (counts: Status) => string>> = {
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
  return { tone: now.tone, sentence: OVERALL[now.kind](now) };
}

/** What the folders of this computer are doing, in one sentence. Only for when the service answers. */
export function activitySummary(folders: readonly LinkedFolderJson[], nowSeconds: number): string {
  const { sentence, tone } = overallState({
    ...{ health: ANSWERING, folders, waiting: 0, backup: 'fresh' },
  });
  if (folders.length === 0 || tone !== 'calm') return sentence;
  const lastChange = Math.max(...folders.map(({ last_commit_at }) => last_commit_at));
  // All of them were scanned since the oldest of these scans.
  const lastScan = Math.min(...folders.map(({ last_scan_at }) => last_scan_at));
  if (lastScan === 0) return t('upToDate');
  const look = momentPast(lastScan, nowSeconds);
  if (lastChange === 0) return t('lastScan', { look });
  return t('lastChangeAndScan', { change: momentPast(lastChange, nowSeconds), look });
}

/** Whether a folder is being scanned, read or written at the moment. */
export function isAtWork({ state }: LinkedFolderJson): boolean {
  return state === 'scanning' || state === 'syncing';
}
