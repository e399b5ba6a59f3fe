import { type FolderActivityEntry, MOST_ACTIVITY_ENTRIES } from '../../core/folder/folder-activity.ts';
import type { FolderActivityRows } from '../ports.ts';

export interface FolderActivityDependencies {
  readonly rows: FolderActivityRows;
  /** There is something to save. */
  readonly onUnsaved: () => void;
}

/** What all linked folders did lately: in memory until it is saved, so that what they do waits for no row of it. */
export class FolderActivity {
  readonly #rows: FolderActivityRows;
  readonly #onUnsaved: () => void;
  /** By folder key, oldest first. */
  readonly #unsaved = new Map<number, readonly FolderActivityEntry[]>();

  constructor({ rows, onUnsaved }: FolderActivityDependencies) {
    this.#rows = rows;
    this.#onUnsaved = onUnsaved;
  }

  /** Costs no row; entries come oldest first. */
  add(folderKey: number, entries: readonly FolderActivityEntry[]): void {
    const all = [...(this.#unsaved.get(folderKey) ?? []), ...entries];
    this.#unsaved.set(folderKey, all.slice(-MOST_ACTIVITY_ENTRIES));
    this.#onUnsaved();
  }

  /** Newest first, saved or not. */
  list(folderKey: number, limit: number): FolderActivityEntry[] {
    const most = Math.min(limit, MOST_ACTIVITY_ENTRIES);
    const unsaved = (this.#unsaved.get(folderKey) ?? []).slice(-most).reverse();
    return [...unsaved, ...this.#rows.list(folderKey, most - unsaved.length)];
  }

  /** What was done before is not listed, in Unix seconds. */
  beginsAt(folderKey: number): number {
    return this.#rows.beginsAt(folderKey);
  }

  /** Saves what was added since the last time. What cannot be saved waits for the next call. */
  save(): void {
    if (this.#unsaved.size === 0) return;
    this.#rows.add(this.#unsaved);
    this.#unsaved.clear();
  }

  /** Forgets what is not saved of these folders: for when their rows have been cleared, and not before. */
  forgetUnsaved(folderKeys: readonly number[]): void {
    for (const key of folderKeys) this.#unsaved.delete(key);
  }
}
