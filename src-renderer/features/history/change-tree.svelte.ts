import { SvelteMap } from 'svelte/reactivity';
import type { ChangeJson, EntriesPageJson, EntryJson } from '../../../src-shared/contents-api.ts';
import type { Api } from '../../api/api.ts';
import { Paged } from '../../api/paged.svelte.ts';
import type { Problem } from '../../format/problem.ts';
import type { ChangeMoment } from './change-content.ts';

/**
 * A line of what a commit changed: a change, something in a folder that was added or removed as a whole, or what is still to
 * be loaded.
 */
export type ChangeRowOf =
  | {
      readonly kind: 'change';
      readonly change: ChangeJson;
      /** From 1; deeper levels were added or removed with their parent folder. */
      readonly level: number;
      /** Null: it cannot be opened. */
      readonly isOpen: boolean | null;
    }
  | { readonly kind: 'loading' | 'empty'; readonly folder: string; readonly level: number }
  | {
      readonly kind: 'failed';
      readonly folder: string;
      readonly level: number;
      readonly problem: Problem;
    };

type Folder = Paged<EntriesPageJson, EntryJson>;

/** Folders of a commit that were opened, page by page, as they were after it, or before it if removed. */
export class ChangeTree {
  readonly #folders = new SvelteMap<string, Folder>();
  readonly #api: Pick<Api, 'call'>;

  constructor(api: Pick<Api, 'call'>) {
    this.#api = api;
  }

  rows(changes: readonly ChangeJson[]): ChangeRowOf[] {
    const rows: ChangeRowOf[] = [];
    for (const change of changes) this.#push(rows, change, 1);
    return rows;
  }

  #push(rows: ChangeRowOf[], change: ChangeJson, level: number): void {
    if (!isFolded(change)) {
      rows.push({ kind: 'change', change, level, isOpen: null });
      return;
    }
    const folder = this.#folders.get(keyOf(change));
    rows.push({ kind: 'change', change, level, isOpen: folder !== undefined });
    if (folder === undefined) return;
    const at = { folder: keyOf(change), level: level + 1 };
    for (const entry of folder.rows) this.#push(rows, inside(change, entry), at.level);
    if (folder.problem !== null) rows.push({ kind: 'failed', ...at, problem: folder.problem });
    else if (folder.status === 'loading' || folder.hasMore) rows.push({ kind: 'loading', ...at });
    else if (folder.rows.length === 0) rows.push({ kind: 'empty', ...at });
  }

  toggle(change: ChangeJson, { libraryId, commitId, parentId }: ChangeMoment): void {
    const key = keyOf(change);
    const opened = this.#folders.get(key);
    if (opened !== undefined) {
      opened.stop();
      this.#folders.delete(key);
      return;
    }
    const at = change.op === 'deldir' ? parentId : commitId;
    if (at === null) return;
    const folder: Folder = new Paged({
      fetch: (cursor) =>
        this.#api.call('GET libraries/:library_id/entries/', {
          ...{ library_id: libraryId, path: change.path, commit: at },
          cursor,
        }),
      rowsOf: (page) => page.entries,
    });
    this.#folders.set(key, folder);
    void folder.load();
  }

  /** The line that stands for more rows has come into view. */
  need(key: string): void {
    const folder = this.#folders.get(key);
    folder?.need(folder.rows.length + 1);
  }

  retry(key: string): void {
    void this.#folders.get(key)?.load();
  }

  stop(): void {
    for (const folder of this.#folders.values()) folder.stop();
  }
}

/** Whether it stands for all that is in it. */
function isFolded({ op }: ChangeJson): boolean {
  return op === 'newdir' || op === 'deldir';
}

function keyOf({ op, path }: ChangeJson): string {
  return `${op} ${path}`;
}

function inside(folder: ChangeJson, { name, kind, size }: EntryJson): ChangeJson {
  const isGone = folder.op === 'deldir';
  const isDir = kind === 'dir';
  const op = isDir ? folder.op : isGone ? 'removed' : 'new';
  return { op, path: `${folder.path}/${name}`, new_path: '', is_dir: isDir, size };
}
