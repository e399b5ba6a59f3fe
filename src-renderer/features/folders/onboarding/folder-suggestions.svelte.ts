import type { BrowseJson, PreflightJson } from '../../../../src-shared/folder-choices-api.ts';
import type { LinkedFolderJson } from '../../../../src-shared/folders-api.ts';
import type { Api } from '../../../api/api.ts';
import { ApiError } from '../../../api/api-error.ts';

type Folder = BrowseJson['folders'][number];

// The names that systems use by default, in the order of how much losing them hurts.
const USUAL = ['Documents', 'Pictures', 'Desktop', 'Photos', 'Music', 'Videos', 'Movies'];
const MOST = 4;

function rank({ name }: Folder): number {
  return USUAL.findIndex((usual) => usual.toLowerCase() === name.toLowerCase());
}

/**
 * The folders of a home folder that most people want to keep, at most four. Where a system names them in another language,
 * the first ones that exist.
 */
export function usualFolders(folders: readonly Folder[]): readonly Folder[] {
  const known = folders.filter((folder) => rank(folder) >= 0).sort((a, b) => rank(a) - rank(b));
  const visible = folders.filter(({ name }) => !name.startsWith('.'));
  return (known.length > 0 ? known : visible).slice(0, MOST);
}

/** A folder that the user may want to keep. */
export interface FolderSuggestion {
  readonly name: string;
  readonly path: string;
  /** Null until it is counted, or if it cannot be. */
  readonly preflight: PreflightJson | null;
  readonly isCounting: boolean;
}

/** Folders to start with, and how much is in each. They are counted one after the other until `stop`. */
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

/** Whether the whole folder was scanned and everything in it that can be saved is in its library. */
export function isSafe({ state, pending, last_scan_at }: LinkedFolderJson): boolean {
  return state === 'idle' && pending === 0 && last_scan_at > 0;
}
