import FileMinus from '@lucide/svelte/icons/file-minus';
import FilePen from '@lucide/svelte/icons/file-pen';
import FilePlus from '@lucide/svelte/icons/file-plus';
import FolderMinus from '@lucide/svelte/icons/folder-minus';
import FolderOpen from '@lucide/svelte/icons/folder-open';
import FolderPen from '@lucide/svelte/icons/folder-pen';
import FolderPlus from '@lucide/svelte/icons/folder-plus';
import GitCompare from '@lucide/svelte/icons/git-compare';
import RotateCcw from '@lucide/svelte/icons/rotate-ccw';
import Undo from '@lucide/svelte/icons/undo-2';
import type { ChangeJson } from '../../../src-shared/contents-api.ts';
import type { ChangeWording } from '../../format/change.ts';
import { parentPath } from '../../format/path.ts';
import type { IconComponent } from '../../ui/icon.ts';
import type { MenuItem } from '../../ui/menu-item.ts';
import { t } from './messages.ts';

interface ChangeVerbs {
  /** Shows a folder of the library at the commit. */
  readonly browse: (folder: string) => void;
  readonly restore: (path: string) => void;
  /** Takes back this one change. */
  readonly undo: () => void;
  /** Shows what the commit changed in a file. */
  readonly compare: (path: string) => void;
}

interface ChangeState {
  readonly canWrite: boolean;
  /** It was added or removed with its parent folder, which is undone as a whole. */
  readonly isNested: boolean;
  /** Erases it from the whole history; absent where erasing is not offered. */
  readonly erase?: MenuItem | undefined;
}

/** What can be done with one change of a commit. What a commit removed is restored from the trash. */
export function changeMenu(
  change: ChangeJson,
  verbs: ChangeVerbs,
  { canWrite, isNested, erase }: ChangeState,
): (MenuItem | null)[] {
  const path = change.new_path || change.path;
  const isGone = change.op === 'removed' || change.op === 'deldir';
  const unavailable = isGone ? t('seeTrash') : canWrite ? null : t('readOnly');
  const noUndo = reasonAgainstUndo(canWrite, isNested);
  const noCompare = change.is_dir ? t('filesOnly') : isGone ? t('seeTrash') : null;
  return [
    {
      label: t('compare'),
      icon: GitCompare,
      shortcut: t('enterKey'),
      onselect: () => verbs.compare(path),
      ...(noCompare === null ? {} : { unavailable: noCompare }),
    },
    {
      label: t('showThen'),
      icon: FolderOpen,
      onselect: () => verbs.browse(change.is_dir && !isGone ? path : parentPath(path)),
    },
    null,
    {
      label: t('undoRow'),
      icon: Undo,
      shortcut: 'U',
      onselect: verbs.undo,
      ...(noUndo === null ? {} : { unavailable: noUndo }),
    },
    {
      label: t(change.is_dir ? 'restoreFolder' : 'restoreVersion'),
      icon: RotateCcw,
      onselect: () => verbs.restore(path),
      ...(unavailable === null ? {} : { unavailable }),
    },
    ...(erase === undefined ? [] : [null, erase]),
  ];
}

function reasonAgainstUndo(canWrite: boolean, isNested: boolean): string | null {
  if (!canWrite) return t('readOnly');
  return isNested ? t('withItsFolder') : null;
}

/** The icon beside a change. */
export function changeIcon(change: ChangeJson, tone: ChangeWording['tone']): IconComponent {
  if (tone === 'added') return change.is_dir ? FolderPlus : FilePlus;
  if (tone === 'removed') return change.is_dir ? FolderMinus : FileMinus;
  return change.is_dir ? FolderPen : FilePen;
}
