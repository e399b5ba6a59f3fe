import type { FolderPhase, LinkedFolderJson } from '../../src-shared/folders-api.ts';
import { ruledOut } from './folder-problem.ts';
import { type Health, isKnown } from './health.ts';
import { t } from './messages.ts';
import { formatNumber, formatSize } from './size.ts';
import { momentToCome } from './time.ts';

/** `neutral`: nothing is known or claimed. Only `calm` is green. */
export type FolderTone = 'calm' | 'busy' | 'attention' | 'error' | 'neutral';

/** What is said of a phase: alone, with how many files so far, and with how many of how many. */
const PHASE_KEYS = {
  scan: { alone: 'scanning', soFar: 'scanningSoFar', counting: 'scanningOf' },
  hash: { alone: 'hashing', soFar: 'hashingSoFar', counting: 'hashingOf' },
  store: { alone: 'storing', soFar: 'storingSoFar', counting: 'storingOf' },
  commit: { alone: 'committing', soFar: 'committingSoFar', counting: 'committingOf' },
  // Only files that are written are counted: without one, items go or move.
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

/** The phases in the order a linked folder runs through them, with their short names; which way tells the running one. */
export function phaseSteps(phase: FolderPhase): readonly PhaseStep[] {
  return phase === 'write' ? WAY_OUT : WAY_IN;
}

function progressSentence(folder: LinkedFolderJson): string {
  const { progress } = folder;
  if (progress === null) return t(folder.state === 'scanning' ? 'scanning' : 'savingChanges');
  const { alone, soFar, counting } = PHASE_KEYS[progress.phase];
  const { files_done: done, files_total: total } = progress;
  if (total === 0) return done === 0 ? t(alone) : t(soFar, { count: done });
  return t(counting, { done: formatNumber(done), count: total });
}

/** Whether somebody has to give the password before anything goes on. */
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

/** What is said of a folder, while the service answers in time and while it does not. */
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

/** Done part of the running phase from 0 to 1; null when there is nothing to measure against. */
export function folderFraction(folder: LinkedFolderJson): number | null {
  const { progress } = folder;
  if (progress === null) return null;
  if (progress.bytes_total > 0) return Math.min(1, progress.bytes_done / progress.bytes_total);
  return progress.files_total > 0 ? Math.min(1, progress.files_done / progress.files_total) : null;
}

/** `120 MB of 1.2 GB`, or empty while the total is unknown. */
export function folderBytes(folder: LinkedFolderJson): string {
  const { progress } = folder;
  if (progress === null || progress.bytes_total === 0) return '';
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
