import { type FolderActivityEntry, MOST_ACTIVITY_ENTRIES } from '../../core/folder/folder-activity.ts';
import type { FolderActivityRows } from '../ports.ts';

export interface FolderActivityDependencies {
  readonly rows: FolderActivityRows;
  /** Called when there is something to save. */
  readonly onUnsaved: () => void;
}

/** Recent activity of all linked folders: in memory until it is saved, so that no work waits for it. */
export class FolderActivity {
  readonly #rows: FolderActivityRows;
  readonly #onUnsaved: () => void;
  /** By folder key, oldest first. */
  readonly #unsaved = new Map<number, readonly FolderActivityEntry[]>();

  constructor({ rows, onUnsaved }: FolderActivityDependencies) {
    this.#rows = rows;
    this.#onUnsaved = onUnsaved;
  }

  /** Writes no row yet; pass entries oldest first. */
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

  /** In Unix seconds; older entries are not listed. */
  beginsAt(folderKey: number): number {
    return this.#rows.beginsAt(folderKey);
  }

  /** Saves what was added since the last call. What cannot be saved is kept for the next one. */
  save(): void {
    if (this.#unsaved.size === 0) return;
    this.#rows.add(this.#unsaved);
    this.#unsaved.clear();
  }

  /** Forgets unsaved entries of these folders; call it after their rows have been cleared. */
  forgetUnsaved(folderKeys: readonly number[]): void {
    for (const key of folderKeys) this.#unsaved.delete(key);
  }
}
