import type { LinkedFolderJson } from '../../../src-shared/folders-api.ts';
import { itemProblems, ruledOut } from '../../format/folder-problem.ts';
import { isLocked } from '../../format/folder-state.ts';
import { serviceMessages } from '../../format/service-message.ts';
import type { FolderDialog } from './folder-props.ts';
import { t } from './messages.ts';
import { pausedChangesText } from './paused-changes-text.ts';

/** A way to fix what keeps a folder from being in sync. */
interface WayOut {
  readonly label: string;
  /** What it opens; `rescan` does something at once. */
  readonly opens: FolderDialog | 'rescan';
}

/** Something about a folder that the user should look at. */
export interface FolderAttention {
  readonly title: string;
  readonly text: string;
  readonly tone: 'attention' | 'bad';
  /** The preferred one last. */
  readonly ways: readonly WayOut[];
}

function obstacle(folder: LinkedFolderJson): FolderAttention | null {
  if (folder.state === 'away') {
    return {
      title: t('isAway'),
      text: serviceMessages(folder.said, folder.message) || t('isAwayMeaning'),
      tone: 'attention',
      ways: [
        { label: t('lookAgain'), opens: 'rescan' },
        { label: t('locate'), opens: 'relink' },
      ],
    };
  }
  // Trying again does not help where a password is missing.
  if (isLocked(folder)) {
    return {
      title: t('isLocked'),
      text: t('isLockedMeaning'),
      tone: 'attention',
      ways: [{ label: t('unlockMore'), opens: 'unlock' }],
    };
  }
  if (folder.state !== 'error') return null;
  return {
    title: t('notSaving'),
    text: serviceMessages(folder.said, folder.message) || t('libraryKeeps'),
    tone: 'bad',
    ways: [{ label: t('tryAgain'), opens: 'rescan' }],
  };
}

function leftOut(folder: LinkedFolderJson): FolderAttention | null {
  const out = ruledOut(folder);
  if (out === null) return null;
  return {
    title: t(out.isAll ? 'nothingKept' : 'mostNotKept'),
    text: out.isAll ? t('allRuledOut', { count: out.count }) : t('mostRuledOut', out),
    tone: out.isAll ? 'bad' : 'attention',
    ways: [{ label: t('editRulesNow'), opens: 'ignore-rules' }],
  };
}

/** What needs the user, the most pressing first. */
export function folderAttentions(folder: LinkedFolderJson): FolderAttention[] {
  const held = folder.held && pausedChangesText(folder.held, null);
  const question: FolderAttention | null = held && {
    title: held.title,
    text: held.text,
    tone: 'attention',
    ways: [{ label: t('review'), opens: 'held' }],
  };
  return [obstacle(folder), leftOut(folder), question].filter((attention) => attention !== null);
}

/** Whether changes are found by scans only. While a folder is being ingested or is paused, its watch need not be open. */
export function isFoundLate({ watching, state }: LinkedFolderJson): boolean {
  return !watching && (state === 'idle' || state === 'held' || state === 'error');
}

/** How many things about a folder the user should look at. */
export function folderIssueCount(folder: LinkedFolderJson): number {
  const rest = (itemProblems(folder).count > 0 ? 1 : 0) + (isFoundLate(folder) ? 1 : 0);
  return folderAttentions(folder).length + rest;
}
