import type { EntryJson } from '../../../src-shared/contents-api.ts';
import type { MarkJson } from '../../../src-shared/history-browsing-api.ts';
import type { TrashItemJson } from '../../../src-shared/trash-api.ts';
import { historyHref } from '../../format/address.ts';
import { withFilterPart } from '../../format/history-filter.ts';
import { joinPath } from '../../format/path.ts';
import { t } from './messages.ts';

/** A row of a folder: something that is there, or was. */
export type FolderRow =
  | { readonly kind: 'here'; readonly key: string; readonly name: string; readonly entry: EntryJson }
  | { readonly kind: 'deleted'; readonly key: string; readonly name: string; readonly item: TrashItemJson };

/** How far beyond the rows in view the next page is asked for: half a page, so that scrolling seldom waits for it. */
export const ROWS_AHEAD = 500;

/** Makes the rows of a listing that grows page by page: a page costs only its own rows, not the earlier ones again. */
export class RowsHere {
  #entries: readonly EntryJson[] = [];
  #rows: readonly FolderRow[] = [];

  of(entries: readonly EntryJson[]): readonly FolderRow[] {
    const known = this.#entries.length;
    const isLonger =
      known > 0 && entries[0] === this.#entries[0] && entries[known - 1] === this.#entries[known - 1];
    this.#rows = isLonger ? [...this.#rows, ...entries.slice(known).map(rowOf)] : entries.map(rowOf);
    this.#entries = entries;
    return this.#rows;
  }
}

function rowOf(entry: EntryJson): FolderRow {
  return { kind: 'here', key: entry.name, name: entry.name, entry };
}

/** The rows of a folder in the order they came, with deleted ones where their names belong; folders stay first. */
export function folderRows(
  here: readonly FolderRow[],
  deleted: readonly TrashItemJson[],
): readonly FolderRow[] {
  if (deleted.length === 0) return here;
  const folders = here.filter((row) => isFolder(row));
  const files = here.filter((row) => !isFolder(row));
  const gone = deleted.map(
    (item): FolderRow => ({ kind: 'deleted', key: `deleted/${item.id}`, name: item.name, item }),
  );
  return [
    ...merged(folders, gone.filter(isFolder)),
    ...merged(
      files,
      gone.filter((row) => !isFolder(row)),
    ),
  ];
}

/** Where the history of the row is shown; that of the folder where there is none. */
export function rowHistoryHref(libraryId: string, folder: string, row: FolderRow | undefined): string {
  const subject = row === undefined ? folder : joinPath(folder, row.name);
  return historyHref(libraryId, null, withFilterPart('', 'path', subject));
}

function isFolder(row: FolderRow): boolean {
  return row.kind === 'here' ? row.entry.kind === 'dir' : row.item.is_dir;
}

/**
 * Both are sorted by name. If the listing is sorted otherwise, a deleted item goes to the first place where its name fits.
 */
function merged(rows: readonly FolderRow[], gone: readonly FolderRow[]): FolderRow[] {
  const all = [...rows];
  for (const row of gone.toSorted((a, b) => compare(b, a))) {
    const at = rows.findIndex((other) => compare(other, row) > 0);
    all.splice(at === -1 ? rows.length : at, 0, row);
  }
  return all;
}

function compare(a: FolderRow, b: FolderRow): number {
  const [left, right] = [a.name.toLowerCase(), b.name.toLowerCase()];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** An item of a folder; in the past, with what has become of it since. */
export interface ListedEntry extends EntryJson {
  readonly mark?: MarkJson;
}

/** What has become of an item since, for the eye. */
export interface MarkWording {
  readonly word: string;
  readonly tone: 'same' | 'changed' | 'gone';
}

const WORDINGS: Readonly<Record<MarkJson, MarkWording>> = {
  same: { word: t('sameToday'), tone: 'same' },
  changed: { word: t('changedSince'), tone: 'changed' },
  gone: { word: t('goneToday'), tone: 'gone' },
};

export function markWording(mark: MarkJson): MarkWording {
  return WORDINGS[mark];
}
