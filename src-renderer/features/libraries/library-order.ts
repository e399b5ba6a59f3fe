import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import { libraryName, personName } from '../../format/name.ts';
import { LOCALE } from '../../i18n/language.ts';

const KEYS = [
  'name',
  'owner',
  'size',
  'files',
  'history',
  'historySize',
  'shared',
  'change',
  'device',
] as const;

/** What libraries are sorted by. */
export type LibraryKey = (typeof KEYS)[number];

export interface LibraryOrder {
  /** Null: the default library first, then by name. */
  readonly key: LibraryKey | null;
  readonly order: 'asc' | 'desc';
}

const BY_DEFAULT: LibraryOrder = { key: null, order: 'asc' };

type Compare = (a: LocalLibraryJson, b: LocalLibraryJson) => number;

const collator = new Intl.Collator(LOCALE, { sensitivity: 'base', numeric: true });
/** Forever is longer than any number of days. */
const keptDays = ({ keep_days: days }: LocalLibraryJson) => (days < 0 ? Number.MAX_SAFE_INTEGER : days);

const COMPARE: Readonly<Record<LibraryKey, Compare>> = {
  name: (a, b) => collator.compare(libraryName(a), libraryName(b)),
  owner: (a, b) => collator.compare(personName(a.owner_name, a.owner), personName(b.owner_name, b.owner)),
  size: (a, b) => a.size - b.size,
  files: (a, b) => a.file_count - b.file_count,
  history: (a, b) => keptDays(a) - keptDays(b) || a.commit_count - b.commit_count,
  historySize: (a, b) => (a.beyond_current?.bytes ?? -1) - (b.beyond_current?.bytes ?? -1),
  shared: (a, b) => a.shared_with - b.shared_with,
  change: (a, b) => a.mtime - b.mtime,
  device: (a, b) => collator.compare(a.device, b.device),
};

/** Sorted by default with the most or the newest first, and names from A to Z. */
const DESCENDING: ReadonlySet<LibraryKey> = new Set([
  'size',
  'files',
  'history',
  'historySize',
  'shared',
  'change',
]);

/** Libraries in the order that was chosen; equal ones stay as they were. */
export function sortedLibraries(
  all: readonly LocalLibraryJson[],
  { key, order }: LibraryOrder,
): readonly LocalLibraryJson[] {
  if (key === null) return all;
  const compare = COMPARE[key];
  return all.toSorted((a, b) => (order === 'asc' ? compare(a, b) : compare(b, a)));
}

/** After a click on a heading: the other way round, and with a third click the default order. */
export function nextOrder({ key, order }: LibraryOrder, clicked: LibraryKey): LibraryOrder {
  const first = DESCENDING.has(clicked) ? 'desc' : 'asc';
  if (key !== clicked) return { key: clicked, order: first };
  return order === first ? { key, order: first === 'asc' ? 'desc' : 'asc' } : BY_DEFAULT;
}

const STORED = 'keepfold.libraries';

/** The order that was chosen last in this browser. */
export function readOrder(storage: Pick<Storage, 'getItem'>): LibraryOrder {
  const [stored = '', order] = (storage.getItem(STORED) ?? '').split(' ');
  const key = KEYS.find((known) => known === stored);
  return key === undefined ? BY_DEFAULT : { key, order: order === 'desc' ? 'desc' : 'asc' };
}

export function keepOrder(storage: Pick<Storage, 'setItem'>, { key, order }: LibraryOrder): void {
  storage.setItem(STORED, key === null ? '' : `${key} ${order}`);
}
