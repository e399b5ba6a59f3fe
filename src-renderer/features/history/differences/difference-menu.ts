import Eye from '@lucide/svelte/icons/eye';
import GitCompare from '@lucide/svelte/icons/git-compare';
import RotateCcw from '@lucide/svelte/icons/rotate-ccw';
import RotateCcwClock from '@lucide/svelte/icons/rotate-ccw-clock';
import type { DifferenceJson } from '../../../../src-shared/compare-api.ts';
import type { CommitJson } from '../../../../src-shared/contents-api.ts';
import type { Api } from '../../../api/api.ts';
import { compareHref } from '../../../format/address.ts';
import type { MenuItem } from '../../../ui/menu-item.ts';
import { t } from '../messages.ts';

interface DifferenceVerbs {
  readonly compare: () => void;
  readonly showBefore: () => void;
  readonly showAfter: () => void;
  readonly restore: () => void;
}

/** Whether the contents of a file can be compared: it is there at both snapshots. */
export function isAtBoth({ op, is_dir }: DifferenceJson): boolean {
  return !is_dir && (op === 'modified' || op === 'renamed');
}

/** Whether something was there before that can be restored. */
export function wasBefore({ op }: DifferenceJson): boolean {
  return op !== 'new' && op !== 'newdir';
}

/** What can be done with something that differs between two snapshots. */
export function differenceMenu(
  difference: DifferenceJson,
  verbs: DifferenceVerbs,
  canWrite: boolean,
): (MenuItem | null)[] {
  const isGone = difference.op === 'removed' || difference.op === 'deldir';
  const before = { label: t('showBefore'), icon: RotateCcwClock, onselect: verbs.showBefore };
  const after = { label: t('showAfter'), icon: Eye, onselect: verbs.showAfter };
  const restore = { label: t('restore'), icon: RotateCcw, shortcut: 'R', onselect: verbs.restore };
  return [
    ...(isAtBoth(difference)
      ? [{ label: t('compareContents'), icon: GitCompare, shortcut: 'Enter', onselect: verbs.compare }]
      : []),
    ...(wasBefore(difference) ? [before] : []),
    ...(isGone ? [] : [after]),
    null,
    { ...restore, ...whyNot(difference, canWrite) },
  ];
}

function whyNot(difference: DifferenceJson, canWrite: boolean): Pick<MenuItem, 'unavailable'> {
  if (!canWrite) return { unavailable: t('libraryReadOnly') };
  return wasBefore(difference) ? {} : { unavailable: t('notBefore') };
}

/** What is to be restored to how it was. */
export interface WantedBack {
  readonly commit: CommitJson;
  readonly paths: readonly string[];
  readonly close: () => void;
}

interface Snapshots {
  readonly libraryId: string;
  readonly olderId: string;
  readonly newerId: string;
}

/**
 * Where the contents of a file at two snapshots are compared. That page identifies versions by the commits that made them,
 * so these are fetched.
 */
export async function contentsHref(
  api: Pick<Api, 'call'>,
  { libraryId, olderId, newerId }: Snapshots,
  { path, new_path }: DifferenceJson,
): Promise<string> {
  const now = new_path || path;
  const [before, after] = await Promise.all([
    api.call('GET libraries/:library_id/versions/', { library_id: libraryId, path, commit: olderId }),
    api.call('GET libraries/:library_id/versions/', { library_id: libraryId, path: now, commit: newerId }),
  ]);
  return compareHref({
    ...{ libraryId, path: now, at: newerId },
    ...{ before: before.versions[0]?.commit_id ?? null, after: after.versions[0]?.commit_id ?? null },
  });
}
