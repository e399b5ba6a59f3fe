import FileClock from '@lucide/svelte/icons/file-clock';
import Folder from '@lucide/svelte/icons/folder';
import RotateCcwClock from '@lucide/svelte/icons/rotate-ccw-clock';
import { filesHref, historyHref, itemHref } from '../../format/address.ts';
import { withFilterPart } from '../../format/history-filter.ts';
import { parentPath } from '../../format/path.ts';
import type { MenuItem } from '../../ui/menu-item.ts';
import { t } from './messages.ts';

interface LargeFile {
  readonly libraryId: string;
  readonly path: string;
}

/**
 * What can be done with one of the largest files; `null` is a separator. Items that remove something come last, after a
 * separator.
 */
export function largestMenu(
  { libraryId, path }: LargeFile,
  { look, erase }: { readonly look: () => void; readonly erase: MenuItem | undefined },
): (MenuItem | null)[] {
  const goTo = (href: string): void => {
    window.location.hash = href;
  };
  return [
    {
      label: t('showVersions'),
      icon: FileClock,
      onselect: () => {
        look();
        goTo(itemHref(libraryId, path));
      },
    },
    {
      label: t('showHistory'),
      icon: RotateCcwClock,
      onselect: () => goTo(historyHref(libraryId, null, withFilterPart('', 'path', path))),
    },
    { label: t('openFolder'), icon: Folder, onselect: () => goTo(filesHref(libraryId, parentPath(path))) },
    ...(erase === undefined ? [] : [null, erase]),
  ];
}
