import Download from '@lucide/svelte/icons/download';
import FolderOpen from '@lucide/svelte/icons/folder-open';
import GitCompare from '@lucide/svelte/icons/git-compare';
import RotateCcw from '@lucide/svelte/icons/rotate-ccw';
import type { MenuItem } from '../../ui/menu-item.ts';
import { t } from './messages.ts';

interface VersionVerbs {
  readonly compareWithOlder: () => void;
  readonly compareWithNewest: () => void;
  readonly download: () => void;
  readonly restore: () => void;
  readonly browse: () => void;
}

interface VersionState {
  readonly isNewest: boolean;
  readonly isOldest: boolean;
  /** Why it cannot be restored; null when it can. */
  readonly noRestore: string | null;
}

/** What can be done with one version of a file. */
export function versionMenu(verbs: VersionVerbs, status: VersionState): (MenuItem | null)[] {
  const { isNewest, isOldest, noRestore } = status;
  return [
    {
      label: t('compareWithBefore'),
      icon: GitCompare,
      shortcut: 'D',
      onselect: verbs.compareWithOlder,
      ...(isOldest ? { unavailable: t('thereIsNone') } : {}),
    },
    {
      label: t('compareWithNewest'),
      icon: GitCompare,
      onselect: verbs.compareWithNewest,
      ...(isNewest ? { unavailable: t('thisIsIt') } : {}),
    },
    null,
    { label: t('downloadThis'), icon: Download, onselect: verbs.download },
    { label: t('showThen'), icon: FolderOpen, onselect: verbs.browse },
    null,
    {
      label: t('restoreThis'),
      icon: RotateCcw,
      shortcut: 'R',
      onselect: verbs.restore,
      ...(noRestore === null ? {} : { unavailable: noRestore }),
    },
  ];
}
