import type { FolderPhase, LinkedFolderJson } from '../../src-shared/local-api.ts';
import { formatCount, formatNumber, formatSize } from './size.ts';
import { momentToCome } from './time.ts';

export type FolderTone = 'calm' | 'busy' | 'attention' | 'trouble';

const PHASE_WORDS = {
  scan: { alone: 'Looking for changes', counting: 'Checking' },
  hash: { alone: 'Reading files', counting: 'Reading' },
  store: { alone: 'Storing files', counting: 'Storing' },
  commit: { alone: 'Saving the history', counting: 'Recording' },
  write: { alone: 'Writing files to the folder', counting: 'Writing' },
} satisfies Record<FolderPhase, { readonly alone: string; readonly counting: string }>;

interface PhaseStep {
  readonly phase: FolderPhase;
  readonly label: string;
}

const WAY_IN: readonly PhaseStep[] = [
  { phase: 'scan', label: 'Scan' },
  { phase: 'hash', label: 'Hash' },
  { phase: 'store', label: 'Store' },
  { phase: 'commit', label: 'Commit' },
];

const WAY_OUT: readonly PhaseStep[] = [
  { phase: 'scan', label: 'Compare' },
  { phase: 'write', label: 'Write to the folder' },
];

/** The phases in the order a linked folder runs through them, with their short names; which way tells the running one. */
export function phaseSteps(phase: FolderPhase): readonly PhaseStep[] {
  return phase === 'write' ? WAY_OUT : WAY_IN;
}

function progressSentence(folder: LinkedFolderJson): string {
  const { progress } = folder;
  if (progress === null) return folder.state === 'scanning' ? PHASE_WORDS.scan.alone : 'Saving changes';
  const { alone, counting } = PHASE_WORDS[progress.phase];
  if (progress.files_total === 0) {
    return progress.files_done === 0
      ? alone
      : `${alone} · ${formatCount(progress.files_done, 'file')} so far`;
  }
  return `${counting} ${formatNumber(progress.files_done)} of ${formatCount(progress.files_total, 'file')}`;
}

/** Whether somebody has to give the password before anything goes on. */
export function isLocked(folder: LinkedFolderJson): boolean {
  return folder.encryption === 'locked';
}

/** One sentence that answers "is this folder safe?". */
export function folderSentence(folder: LinkedFolderJson, nowSeconds: number): string {
  if (isLocked(folder) && folder.state !== 'away') return 'Locked';
  switch (folder.state) {
    case 'scanning':
    case 'syncing':
      return progressSentence(folder);
    case 'paused':
      return pausedSentence(folder, nowSeconds);
    case 'held':
      return `Waiting for you · ${formatCount(folder.held?.count ?? folder.pending, 'unusual change')}`;
    case 'away':
      return 'Folder is away';
    case 'error':
      return 'Not saving';
    case 'idle':
      return idleSentence(folder);
  }
}

function pausedSentence({ pending, resume_at }: LinkedFolderJson, nowSeconds: number): string {
  const until = resume_at > 0 ? ` until ${momentToCome(resume_at, nowSeconds)}` : '';
  return `Paused${until}${pending > 0 ? ` · ${formatCount(pending, 'change')} waiting` : ''}`;
}

function idleSentence(folder: LinkedFolderJson): string {
  if (folder.pending > 0) return `${formatCount(folder.pending, 'change')} to save`;
  if (folder.problem_count > 0) return `Up to date except for ${formatCount(folder.problem_count, 'item')}`;
  return 'Up to date';
}

export function folderTone(folder: LinkedFolderJson): FolderTone {
  if (folder.state === 'held' || folder.state === 'away' || isLocked(folder)) return 'attention';
  if (folder.state === 'error') return 'trouble';
  if (folder.state === 'scanning' || folder.state === 'syncing') return 'busy';
  return folder.problem_count > 0 || folder.state === 'paused' ? 'attention' : 'calm';
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
  return `${formatSize(progress.bytes_done)} of ${formatSize(progress.bytes_total)}`;
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
