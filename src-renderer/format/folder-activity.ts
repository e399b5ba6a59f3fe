import type { FolderDeed } from '../../src-shared/folder-choices-api.ts';

/** What kind of thing a folder did; picks the icon, while the word says the same. */
type ActivityKind = 'saved' | 'written' | 'deleted' | 'moved' | 'conflict' | 'failed' | 'other';

/** How a line of a folder's activity is told. */
export interface ActivityWording {
  readonly word: string;
  readonly kind: ActivityKind;
}

const WORDINGS = {
  'taken-in': { word: 'Saved in the library', kind: 'saved' },
  removed: { word: 'Deleted in the library', kind: 'deleted' },
  written: { word: 'Written to the folder', kind: 'written' },
  'deleted-here': { word: 'Deleted in the folder', kind: 'deleted' },
  moved: { word: 'Moved', kind: 'moved' },
  conflict: { word: 'Both versions kept', kind: 'conflict' },
  failed: { word: 'Did not work', kind: 'failed' },
} satisfies Record<FolderDeed, ActivityWording>;

/** Wording of what a folder did; what this version does not know is shown by its name, never hidden. */
export function activityWording(what: string): ActivityWording {
  const known: Readonly<Record<string, ActivityWording>> = WORDINGS;
  const spelled = what.replaceAll('-', ' ');
  return known[what] ?? { word: spelled.charAt(0).toUpperCase() + spelled.slice(1), kind: 'other' };
}
