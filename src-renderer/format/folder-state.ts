import type { FolderPhase, LinkedFolderJson } from '../../src-shared/local-api.ts';
import { formatCount, formatNumber, formatSize } from './size.ts';

export type FolderTone = 'calm' | 'busy' | 'attention' | 'trouble';

const PHASE_WORDS = {
  scan: 'Looking for changes',
  hash: 'Reading files',
  store: 'Storing',
  commit: 'Saving the history',
} satisfies Record<FolderPhase, string>;

/** The phases in the order a linked folder runs through them, with their short names. */
export const PHASES: readonly { readonly phase: FolderPhase; readonly label: string }[] = [
  { phase: 'scan', label: 'Scan' },
  { phase: 'hash', label: 'Hash' },
  { phase: 'store', label: 'Store' },
  { phase: 'commit', label: 'Commit' },
];

function progressSentence(folder: LinkedFolderJson): string {
  const { progress } = folder;
  if (progress === null) return folder.state === 'scanning' ? PHASE_WORDS.scan : 'Saving changes';
  const words = PHASE_WORDS[progress.phase];
  if (progress.files_total === 0) {
    return progress.files_done === 0
      ? words
      : `${words} · ${formatCount(progress.files_done, 'file')} so far`;
  }
  return `${words} · ${formatNumber(progress.files_done)} of ${formatCount(progress.files_total, 'file')}`;
}

/** One sentence that answers "is this folder safe?". */
export function folderSentence(folder: LinkedFolderJson): string {
  switch (folder.state) {
    case 'scanning':
    case 'syncing':
      return progressSentence(folder);
    case 'paused':
      return folder.pending > 0 ? `Paused · ${formatCount(folder.pending, 'change')} waiting` : 'Paused';
    case 'held':
      return `Waiting for you · ${formatCount(folder.pending, 'unusual change')}`;
    case 'away':
      return 'Folder is away';
    case 'error':
      return 'Not saving';
    case 'idle':
      return idleSentence(folder);
  }
}

function idleSentence(folder: LinkedFolderJson): string {
  if (folder.pending > 0) return `${formatCount(folder.pending, 'change')} to save`;
  if (folder.problem_count > 0) return `Up to date except for ${formatCount(folder.problem_count, 'item')}`;
  return 'Up to date';
}

export function folderTone(folder: LinkedFolderJson): FolderTone {
  if (folder.state === 'error') return 'trouble';
  if (folder.state === 'held' || folder.state === 'away') return 'attention';
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
