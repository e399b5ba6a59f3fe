import type { PreflightJson } from '../../../../src-shared/folder-choices-api.ts';
import type { Api } from '../../../api/api.ts';
import { ApiError } from '../../../api/api-error.ts';
import { usualFolders } from './usual-folders.ts';

/** A folder that somebody may want to keep. */
export interface FolderSuggestion {
  readonly name: string;
  readonly path: string;
  /** Null while it is not counted, or cannot be. */
  readonly preflight: PreflightJson | null;
  readonly isCounting: boolean;
}

/** Folders to begin with, and how much is in each. They are counted one after the other until `stop`. */
export class FolderSuggestions {
  #all = $state.raw<readonly FolderSuggestion[] | null>(null);
  readonly #api: Api;
  readonly #abort = new AbortController();

  constructor(api: Api) {
    this.#api = api;
  }

  /** Null until the home folder was read. */
  get all(): readonly FolderSuggestion[] | null {
    return this.#all;
  }

  async load(): Promise<void> {
    try {
      const { folders } = await this.#api.call('GET browse/');
      this.#all = usualFolders(folders).map((folder) => ({ ...folder, preflight: null, isCounting: true }));
    } catch (error) {
      // Suggestions are a convenience: without them a folder can still be chosen.
      if (!(error instanceof ApiError)) throw error;
      this.#all = [];
    }
    for (const { path } of this.#all) await this.#count(path);
  }

  stop(): void {
    this.#abort.abort();
  }

  async #count(path: string): Promise<void> {
    const { signal } = this.#abort;
    if (signal.aborted) return;
    try {
      this.#set(path, await this.#api.call('GET folders/preflight/', { path }, { signal }));
    } catch (error) {
      if (!signal.aborted && !(error instanceof ApiError)) throw error;
      this.#set(path, null);
    }
  }

  #set(path: string, preflight: PreflightJson | null): void {
    const change = { preflight, isCounting: false };
    this.#all = (this.#all ?? []).map((each) => (each.path === path ? { ...each, ...change } : each));
  }
}
