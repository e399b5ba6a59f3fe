import type { LinkedFolderJson } from '../../../src-shared/local-api.ts';
import { isLocked } from '../../format/folder-state.ts';
import type { FolderDialog } from './folder-dialog.ts';
import { heldText } from './held-text.ts';

/** A way out of what keeps a folder from being in step. */
interface WayOut {
  readonly label: string;
  /** What it opens; `rescan` does something at once. */
  readonly opens: FolderDialog | 'rescan';
}

/** Something about a folder that somebody should look at. */
export interface FolderAttention {
  readonly title: string;
  readonly text: string;
  readonly tone: 'attention' | 'bad';
  /** The one to prefer last. */
  readonly ways: readonly WayOut[];
}

function obstacle(folder: LinkedFolderJson): FolderAttention | null {
  if (folder.state === 'away') {
    return {
      title: 'The folder is away',
      text: folder.message || 'If it is on a drive, connect it. Nothing is counted as deleted.',
      tone: 'attention',
      ways: [
        { label: 'Look again', opens: 'rescan' },
        { label: 'Locate…', opens: 'relink' },
      ],
    };
  }
  // Trying again does not help where a password is missing.
  if (isLocked(folder)) {
    return {
      title: 'The library is locked',
      text: 'Its contents are encrypted. Give the password, and folder and library follow each other again.',
      tone: 'attention',
      ways: [{ label: 'Unlock…', opens: 'unlock' }],
    };
  }
  if (folder.state !== 'error') return null;
  return {
    title: 'Changes of this folder are not being saved',
    text: folder.message || 'The library keeps everything it has.',
    tone: 'bad',
    ways: [{ label: 'Try again', opens: 'rescan' }],
  };
}

/** What needs somebody, the most pressing first. */
export function folderAttentions(folder: LinkedFolderJson): FolderAttention[] {
  const held = heldText(folder);
  const question: FolderAttention | null = held && {
    title: held.title,
    text: held.text,
    tone: 'attention',
    ways: [{ label: 'Review…', opens: 'held' }],
  };
  return [obstacle(folder), question].filter((attention) => attention !== null);
}
