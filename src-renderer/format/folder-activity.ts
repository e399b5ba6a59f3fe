import type { FolderAction } from '../../src-shared/folder-choices-api.ts';
import { t } from './messages.ts';

/** What kind of thing a folder did; picks the icon, while the word says the same. */
type ActivityKind = 'saved' | 'written' | 'deleted' | 'moved' | 'conflict' | 'failed' | 'other';

/** How a line of a folder's activity is told. */
export interface ActivityWording {
  readonly word: string;
  readonly kind: ActivityKind;
}

const WORDINGS = {
  'taken-in': { word: t('savedInLibrary'), kind: 'saved' },
  removed: { word: t('deletedInLibrary'), kind: 'deleted' },
  written: { word: t('writtenToFolder'), kind: 'written' },
  'deleted-here': { word: t('deletedInFolder'), kind: 'deleted' },
  'left-out': { word: t('leftOutOfFolder'), kind: 'other' },
  moved: { word: t('moved'), kind: 'moved' },
  conflict: { word: t('bothKept'), kind: 'conflict' },
  failed: { word: t('didNotWork'), kind: 'failed' },
} satisfies Record<FolderAction, ActivityWording>;

/** Wording of what a folder did; what this version does not know is shown by its name, never hidden. */
export function activityWording(what: string): ActivityWording {
  const known: Readonly<Record<string, ActivityWording>> = WORDINGS;
  const spelled = what.replaceAll('-', ' ');
  return known[what] ?? { word: spelled.charAt(0).toUpperCase() + spelled.slice(1), kind: 'other' };
}
