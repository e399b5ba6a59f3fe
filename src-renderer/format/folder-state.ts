import type { FolderAction } from '../../src-shared/folder-choices-api.ts';
import type { FolderPhase, LinkedFolderJson } from '../../src-shared/folders-api.ts';
import { ruledOut } from './folder-problem.ts';
import { type Health, isKnown } from './health.ts';
import { t } from './messages.ts';
import { formatNumber, formatSize } from './size.ts';
import { momentToCome } from './time.ts';

/** `neutral`: nothing is known or claimed. Only `calm` is green. */
export type FolderTone = 'calm' | 'busy' | 'attention' | 'error' | 'neutral';

/** The text for a phase: without numbers, with the files so far, and with the files done out of a total. */
const PHASE_KEYS = {
  scan: { alone: 'scanning', soFar: 'scanningSoFar', counting: 'scanningOf' },
  hash: { alone: 'hashing', soFar: 'hashingSoFar', counting: 'hashingOf' },
  store: { alone: 'storing', soFar: 'storingSoFar', counting: 'storingOf' },
  commit: { alone: 'committing', soFar: 'committingSoFar', counting: 'committingOf' },
  // Only written files are counted: without any, items are removed or moved.
  write: { alone: 'removing', soFar: 'removing', counting: 'writingOf' },
} as const satisfies Record<FolderPhase, object>;

interface PhaseStep {
  readonly phase: FolderPhase;
  readonly label: string;
}

const WAY_IN: readonly PhaseStep[] = [
  { phase: 'scan', label: t('stepScan') },
  { phase: 'hash', label: t('stepHash') },
  { phase: 'store', label: t('stepStore') },
  { phase: 'commit', label: t('stepCommit') },
];

const WAY_OUT: readonly PhaseStep[] = [
  { phase: 'scan', label: t('stepCompare') },
  { phase: 'write', label: t('stepWrite') },
];

/**
 * The phases in the order a linked folder runs through them, with their short names; the direction tells which one is
 * running.
 */
export function phaseSteps(phase: FolderPhase): readonly PhaseStep[] {
  return phase === 'write' ? WAY_OUT : WAY_IN;
}

function progressSentence(folder: LinkedFolderJson): string {
  const { progress } = folder;
  if (progress === null) return t(folder.state === 'scanning' ? 'scanning' : 'savingChanges');
  const { alone, soFar, counting } = PHASE_KEYS[progress.phase];
  const { files_done: done, files_total: total } = progress;
  if (total === 0 || progress.grows) return done === 0 ? t(alone) : t(soFar, { count: done });
  return t(counting, { done: formatNumber(done), count: total });
}

/** Whether the password is needed before anything goes on. */
export function isLocked(folder: LinkedFolderJson): boolean {
  return folder.encryption === 'locked';
}

/** One sentence that answers "is this folder safe?". */
export function folderSentence(folder: LinkedFolderJson, nowSeconds: number): string {
  if (isLocked(folder) && folder.state !== 'away') return t('locked');
  switch (folder.state) {
    case 'scanning':
    case 'syncing':
      return progressSentence(folder);
    case 'paused':
      return pausedSentence(folder, nowSeconds);
    case 'held':
      return t('waitingForYou', { count: folder.held?.count ?? folder.pending });
    case 'away':
      return t('folderAway');
    case 'error':
      return t('notSaving');
    case 'idle':
      return idleSentence(folder);
  }
}

function pausedSentence({ pending, resume_at }: LinkedFolderJson, nowSeconds: number): string {
  if (resume_at === 0) return pending === 0 ? t('paused') : t('pausedWaiting', { count: pending });
  const moment = momentToCome(resume_at, nowSeconds);
  return pending === 0 ? t('pausedUntil', { moment }) : t('pausedUntilWaiting', { moment, count: pending });
}

function idleSentence(folder: LinkedFolderJson): string {
  if (folder.pending > 0) return t('toSave', { count: folder.pending });
  const out = ruledOut(folder);
  if (out !== null) return t(out.isAll ? 'nothingKept' : 'mostNotKept');
  if (folder.problem_count > 0) return t('upToDateExcept', { count: folder.problem_count });
  return t('upToDate');
}

/** The text about a folder, whether or not the service answers in time. */
export function folderStatus(
  folder: LinkedFolderJson,
  health: Health,
  nowSeconds: number,
): { readonly tone: FolderTone; readonly sentence: string } {
  if (!isKnown(health)) return { tone: 'neutral', sentence: t('stateUnknown') };
  return { tone: folderTone(folder), sentence: folderSentence(folder, nowSeconds) };
}

export function folderTone(folder: LinkedFolderJson): FolderTone {
  if (folder.state === 'held' || folder.state === 'away' || isLocked(folder)) return 'attention';
  if (folder.state === 'error') return 'error';
  if (folder.state === 'scanning' || folder.state === 'syncing') return 'busy';
  if (ruledOut(folder)?.isAll) return 'error';
  if (folder.problem_count > 0 || folder.state === 'paused') return 'attention';
  return folder.pending > 0 ? 'busy' : 'calm';
}

/** The part of the running phase that is done from 0 to 1; null when there is nothing to measure against. */
export function folderFraction(folder: LinkedFolderJson): number | null {
  const { progress } = folder;
  if (progress === null || progress.grows) return null;
  if (progress.bytes_total > 0) return Math.min(1, progress.bytes_done / progress.bytes_total);
  return progress.files_total > 0 ? Math.min(1, progress.files_done / progress.files_total) : null;
}

/** `120 MB of 1.2 GB`, or empty while the total is unknown. */
export function folderBytes(folder: LinkedFolderJson): string {
  const { progress } = folder;
  if (progress === null || progress.bytes_total === 0) return '';
  if (progress.grows) return t('bytesSoFar', { done: formatSize(progress.bytes_done) });
  return t('bytesOf', { done: formatSize(progress.bytes_done), total: formatSize(progress.bytes_total) });
}

const LONG_JOB_FILES = 50;
const LONG_JOB_BYTES = 20_000_000;

/** Whether work lasts long enough to be worth a place of its own; a saved file or a routine scan is not. */
export function isLongJob(folder: LinkedFolderJson): boolean {
  const { progress } = folder;
  if (progress === null) return false;
  return (
    folder.last_commit_at === 0 ||
    progress.files_total > LONG_JOB_FILES ||
    progress.bytes_total > LONG_JOB_BYTES
  );
}

/** What kind of thing a folder did; picks the icon, while the word says the same. */
type ActivityKind = 'saved' | 'written' | 'deleted' | 'moved' | 'conflict' | 'failed' | 'other';

/** How a line of a folder's activity is worded. */
export interface ActivityWording {
  readonly word: string;
  readonly kind: ActivityKind;
}

const WORDINGS = {
  'taken-in': { word: t('savedInLibrary'), kind: 'saved' },
  removed: { word: t('deletedInLibrary'), kind: 'deleted' },
  written: { word: t('writtenToFolder'), kind: 'written' },
  'deleted-here': { word: t('deletedInFolder'), kind: 'deleted' },
  'left-out': { word: t('leftOutOfFolder'), kind: 'other' },
  moved: { word: t('moved'), kind: 'moved' },
  conflict: { word: t('bothKept'), kind: 'conflict' },
  failed: { word: t('didNotWork'), kind: 'failed' },
} satisfies Record<FolderAction, ActivityWording>;

/** Wording of what a folder did; actions this version does not know are shown by name, never hidden. */
export function activityWording(what: string): ActivityWording {
  const known: Readonly<Record<string, ActivityWording>> = WORDINGS;
  const spelled = what.replaceAll('-', ' ');
  return known[what] ?? { word: spelled.charAt(0).toUpperCase() + spelled.slice(1), kind: 'other' };
}

/** One way to pause a folder. */
export interface PauseChoice {
  readonly label: string;
  /** Null: until the user resumes it. */
  readonly seconds: number | null;
}

const MORNING_HOUR = 8;

/** Seconds from now to the next day's morning, in local time, daylight saving changes included. */
function secondsToMorning(nowSeconds: number): number {
  const morning = new Date(nowSeconds * 1000);
  morning.setDate(morning.getDate() + 1);
  morning.setHours(MORNING_HOUR, 0, 0, 0);
  return Math.round(morning.getTime() / 1000) - nowSeconds;
}

export function pauseChoices(nowSeconds: number): PauseChoice[] {
  const untilMorning = secondsToMorning(nowSeconds);
  return [
    { label: t('pauseMinutes'), seconds: 30 * 60 },
    { label: t('pauseHours'), seconds: 2 * 60 * 60 },
    {
      label: t('pauseUntil', { moment: momentToCome(nowSeconds + untilMorning, nowSeconds) }),
      seconds: untilMorning,
    },
    { label: t('pauseUntilResumed'), seconds: null },
  ];
}
