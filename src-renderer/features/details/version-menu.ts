import Download from '@lucide/svelte/icons/download';
import FolderOpen from '@lucide/svelte/icons/folder-open';
import GitCompare from '@lucide/svelte/icons/git-compare';
import RotateCcw from '@lucide/svelte/icons/rotate-ccw';
import type { MenuItem } from '../../ui/menu-item.ts';

interface VersionVerbs {
  readonly compareWithOlder: () => void;
  readonly compareWithNewest: () => void;
  readonly download: () => void;
  readonly restore: () => void;
  readonly browse: () => void;
}

interface VersionStanding {
  readonly isNewest: boolean;
  readonly isOldest: boolean;
  /** Why it cannot be restored; null when it can. */
  readonly noRestore: string | null;
}

/** What can be done with one version of a file. */
export function versionMenu(verbs: VersionVerbs, standing: VersionStanding): (MenuItem | null)[] {
  const { isNewest, isOldest, noRestore } = standing;
  return [
    {
      label: 'Compare with the version before',
      icon: GitCompare,
      shortcut: 'D',
      onselect: verbs.compareWithOlder,
      ...(isOldest ? { unavailable: 'there is none' } : {}),
    },
    {
      label: 'Compare with the newest version',
      icon: GitCompare,
      onselect: verbs.compareWithNewest,
      ...(isNewest ? { unavailable: 'this is it' } : {}),
    },
    null,
    { label: 'Download this version', icon: Download, onselect: verbs.download },
    { label: 'Show in the library then', icon: FolderOpen, onselect: verbs.browse },
    null,
    {
      label: 'Restore this version',
      icon: RotateCcw,
      shortcut: 'R',
      onselect: verbs.restore,
      ...(noRestore === null ? {} : { unavailable: noRestore }),
    },
  ];
}
