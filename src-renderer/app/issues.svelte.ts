import type { LinkedFolderJson } from '../../src-shared/local-api.ts';
import type { ConflictJson, ConflictsJson } from '../../src-shared/overview-api.ts';
import type { Api } from '../api/api.ts';
import { Followed } from '../api/followed.svelte.ts';
import { folderIssueCount } from '../features/folders/folder-issue-count.ts';
import type { Libraries } from '../features/libraries/libraries.svelte.ts';
import type { Problem } from '../format/problem.ts';

/** Everything that waits for somebody, of all libraries and folders. One for the whole page. */
export class Issues {
  readonly #libraries: Libraries;
  readonly #conflicts: Followed<ConflictsJson>;

  readonly folders: readonly LinkedFolderJson[] = $derived.by(() =>
    this.#libraries.all.flatMap(({ folder }) => (folder && folderIssueCount(folder) > 0 ? [folder] : [])),
  );

  readonly count: number = $derived.by(
    () => this.folders.reduce((sum, folder) => sum + folderIssueCount(folder), 0) + this.conflicts.length,
  );

  constructor(api: Api, libraries: Libraries) {
    this.#libraries = libraries;
    this.#conflicts = new Followed({
      events: api.events,
      fetch: () => api.overview.conflicts(),
      concerns: ({ type }) => type === 'library' || type === 'libraries',
    });
  }

  get conflicts(): readonly ConflictJson[] {
    return this.#conflicts.value?.conflicts ?? [];
  }

  /** Why the conflicts are not known. */
  get problem(): Problem | null {
    return this.#conflicts.problem;
  }

  get isLoading(): boolean {
    const isWaiting = this.#conflicts.value === null && this.#conflicts.problem === null;
    return isWaiting || this.#libraries.status === 'loading';
  }

  start(): () => void {
    return this.#conflicts.start();
  }

  async reload(): Promise<void> {
    await this.#conflicts.load();
  }
}
