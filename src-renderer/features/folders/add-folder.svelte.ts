import type { LinkedFolderJson, PreflightJson } from '../../../src-shared/local-api.ts';
import type { Api } from '../../api/api.ts';
import { problemOf } from '../../api/problem.ts';
import { folderName } from '../../format/path.ts';
import type { Problem } from '../../format/problem.ts';

type Step = 'choose' | 'checking' | 'confirm';

/** The way from "which folder?" over its check to the link. One for each dialog. */
export class AddFolder {
  #step = $state.raw<Step>('choose');
  #preflight = $state.raw<PreflightJson | null>(null);
  #problem = $state.raw<Problem | null>(null);
  #isLinking = $state.raw(false);
  /** Name of the library to be made. */
  name = $state('');
  readonly #api: Api;
  /** Set: the folder is linked to this library instead of a new one. */
  readonly #libraryId: string | null;
  #abort = new AbortController();

  constructor(api: Api, libraryId: string | null) {
    this.#api = api;
    this.#libraryId = libraryId;
  }

  get step(): Step {
    return this.#step;
  }

  get preflight(): PreflightJson | null {
    return this.#preflight;
  }

  get problem(): Problem | null {
    return this.#problem;
  }

  get isLinking(): boolean {
    return this.#isLinking;
  }

  get canLink(): boolean {
    const named = this.#libraryId !== null || this.name.trim() !== '';
    return this.#step === 'confirm' && this.#preflight?.refusal === '' && named && !this.#isLinking;
  }

  /** Counts what is in a folder and finds out whether it can be linked. */
  async check(path: string): Promise<void> {
    this.#abort.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.#step = 'checking';
    this.#problem = null;
    try {
      const preflight = await this.#api.folders.preflight(path, abort.signal);
      if (abort.signal.aborted) return;
      this.#preflight = preflight;
      this.name = folderName(preflight.path);
      this.#step = 'confirm';
    } catch (error) {
      if (abort.signal.aborted) return;
      this.#problem = problemOf(error);
      this.#step = 'choose';
    }
  }

  /** Back to choosing; a running check stops. */
  choose(): void {
    this.#abort.abort();
    this.#step = 'choose';
    this.#preflight = null;
    this.#problem = null;
  }

  /** Links the checked folder. Null: refused, see `problem`. */
  async link(): Promise<LinkedFolderJson | null> {
    const path = this.#preflight?.path;
    if (path === undefined || !this.canLink) return null;
    this.#isLinking = true;
    this.#problem = null;
    try {
      const target = this.#libraryId === null ? { name: this.name.trim() } : { library: this.#libraryId };
      return await this.#api.folders.link({ path, ...target });
    } catch (error) {
      this.#problem = problemOf(error);
      return null;
    } finally {
      this.#isLinking = false;
    }
  }

  stop(): void {
    this.#abort.abort();
  }
}
