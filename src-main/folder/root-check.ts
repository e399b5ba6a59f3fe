import type { LinkedFolder } from '../core/folder/linked-folder.ts';
import type { RootState } from './ports.ts';

export type RootVerdict =
  | { readonly kind: 'same' }
  /** Another folder at the same path with something in it, such as one restored from a backup: taken as the new root. */
  | { readonly kind: 'exchanged'; readonly device: number; readonly inode: number }
  /** Nothing may be concluded from what is there. */
  | { readonly kind: 'away'; readonly message: string };

const NOTHING_LOST = 'Nothing counts as deleted; it goes on when the folder is back.';

/**
 * Whether what is at the path now may be compared with the index. A folder that is missing, or is empty and not the
 * one that was linked (a mount point whose disk is not there), is away; its files are not taken for deleted.
 */
export function checkRoot(
  folder: Pick<LinkedFolder, 'rootDevice' | 'rootInode'>,
  state: RootState,
  knownFiles: number,
): RootVerdict {
  if (state.kind === 'missing')
    return { kind: 'away', message: `The folder cannot be reached: ${state.message}. ${NOTHING_LOST}` };
  const { device, inode } = state;
  if (device === folder.rootDevice && inode === folder.rootInode) return { kind: 'same' };
  if (state.isEmpty && knownFiles > 0) {
    return {
      kind: 'away',
      message: `An empty folder has taken the place of the linked one. ${NOTHING_LOST}`,
    };
  }
  return { kind: 'exchanged', device, inode };
}
