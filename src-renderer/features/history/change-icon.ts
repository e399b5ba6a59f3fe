import FileMinus from '@lucide/svelte/icons/file-minus';
import FilePen from '@lucide/svelte/icons/file-pen';
import FilePlus from '@lucide/svelte/icons/file-plus';
import FolderMinus from '@lucide/svelte/icons/folder-minus';
import FolderPen from '@lucide/svelte/icons/folder-pen';
import FolderPlus from '@lucide/svelte/icons/folder-plus';
import type { ChangeJson } from '../../../src-shared/contents-api.ts';
import type { ChangeWording } from '../../format/change.ts';
import type { IconComponent } from '../../ui/icon.ts';

/** The picture beside a change. */
export function changeIcon(change: ChangeJson, tone: ChangeWording['tone']): IconComponent {
  if (tone === 'added') return change.is_dir ? FolderPlus : FilePlus;
  if (tone === 'removed') return change.is_dir ? FolderMinus : FileMinus;
  return change.is_dir ? FolderPen : FilePen;
}
