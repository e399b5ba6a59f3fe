import type { LinkedFolder } from '../../core/folder/linked-folder.ts';
import { MARKER_FILE } from '../disk/marker.ts';
import type { RootState } from '../ports.ts';

export type RootVerdict =
  /** `needsMarker`: it is the folder that was linked, but carries no mark of it yet. */
  | { readonly kind: 'same'; readonly needsMarker: boolean }
  /** The linked folder with another identity, such as one restored from a backup with its marker. */
  | {
      readonly kind: 'exchanged';
      readonly device: number;
      readonly inode: number;
      readonly needsMarker: boolean;
    }
  /** Nothing may be concluded from what is there. */
  | { readonly kind: 'away'; readonly message: string };

type Present = Extract<RootState, { kind: 'present' }>;

const NOTHING_LOST = 'Nothing counts as deleted; it goes on when the folder is back.';

/**
 * Whether what is at the path now is the folder that was linked, so that it may be compared with the index. A folder
 * that is missing, is empty and another one (a mount point whose disk is not there), or carries the mark of another
 * link, is away: nothing in it counts, and nothing is written to it.
 */
export function checkRoot(
  folder: Pick<LinkedFolder, 'id' | 'rootDevice' | 'rootInode' | 'isMarked'>,
  state: RootState,
  knownFiles: number,
): RootVerdict {
  if (state.kind === 'missing') return away(`The folder cannot be reached: ${state.message}.`);
  const { device, inode, marker } = state;
  const isSameInode = device === folder.rootDevice && inode === folder.rootInode;
  if (marker === folder.id) {
    return isSameInode
      ? { kind: 'same', needsMarker: false }
      : { kind: 'exchanged', device, inode, needsMarker: false };
  }
  const reason = whyOther(folder, state, knownFiles, isSameInode);
  if (reason !== null) return away(reason);
  return isSameInode
    ? { kind: 'same', needsMarker: true }
    : { kind: 'exchanged', device, inode, needsMarker: true };
}

function whyOther(
  folder: Pick<LinkedFolder, 'isMarked'>,
  { marker, isEmpty }: Present,
  knownFiles: number,
  isSameInode: boolean,
): string | null {
  if (marker !== null && marker !== '') return 'The folder at this place is linked to something else by now.';
  if (isEmpty && !isSameInode && (knownFiles > 0 || folder.isMarked)) {
    return 'An empty folder has taken the place of the linked one.';
  }
  if (marker === null && folder.isMarked) {
    return `The folder at this place does not carry the mark of the linked one, the file ${MARKER_FILE}. If it is the right one, relink it.`;
  }
  return isSameInode || knownFiles === 0
    ? null
    : 'Another folder has taken the place of the linked one. If it is the right one, relink it.';
}

function away(why: string): RootVerdict {
  return { kind: 'away', message: `${why} ${NOTHING_LOST}` };
}
