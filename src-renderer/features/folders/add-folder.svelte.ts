import type { PreflightJson } from '../../../src-shared/folder-choices-api.ts';
import type { LinkedFolderAnswer, LinkFolderJson } from '../../../src-shared/folders-api.ts';
import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import type { Api } from '../../api/api.ts';
import { problemOf } from '../../api/problem.ts';
import { folderName } from '../../format/path.ts';
import type { Problem } from '../../format/problem.ts';

type LinkTarget = Pick<LocalLibraryJson, 'id' | 'encrypted'>;

type Step = 'choose' | 'checking' | 'confirm';

/** The steps from "which folder?" through its check to the link. One for each dialog. */
export class AddFolder {
  #step = $state.raw<Step>('choose');
  #preflight = $state.raw<PreflightJson | null>(null);
  #problem = $state.raw<Problem | null>(null);
  #isLinking = $state.raw(false);
  /** Name of the library to be made. */
  name = $state('');
  /** Whether the library to be made is an encrypted one. */
  isEncrypted = $state(false);
  /** Of the encrypted library; null until it can be used. */
  password = $state<string | null>(null);
  remember = $state(false);
  readonly #api: Api;
  /** Set: the folder is linked to this library instead of a new one. */
  readonly #library: LinkTarget | null;
  #abort = new AbortController();

  constructor(api: Api, library: LinkTarget | null) {
    this.#api = api;
    this.#library = library;
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
    const isNamed = this.#library !== null || this.name.trim() !== '';
    const isReady = isNamed && (!this.needsPassword || this.password !== null);
    return this.#step === 'confirm' && this.#preflight?.refusal === '' && isReady && !this.#isLinking;
  }

  /** Whether contents are encrypted on their way into the library. */
  get needsPassword(): boolean {
    return this.#library?.encrypted ?? this.isEncrypted;
  }

  /** Counts what is in a folder and checks whether it can be linked. */
  async check(path: string): Promise<void> {
    this.#abort.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.#step = 'checking';
    this.#problem = null;
    try {
      const preflight = await this.#api.call('GET folders/preflight/', { path }, { signal: abort.signal });
      if (abort.signal.aborted) return;
      this.#take(preflight);
    } catch (error) {
      if (abort.signal.aborted) return;
      this.#problem = problemOf(error);
      this.#step = 'choose';
    }
  }

  /** Goes on with a folder that was counted before. */
  take(counted: PreflightJson): void {
    this.#abort.abort();
    this.#problem = null;
    this.#take(counted);
  }

  /** Goes back to choosing; a running check is stopped. */
  choose(): void {
    this.#abort.abort();
    this.#step = 'choose';
    this.#preflight = null;
    this.#problem = null;
  }

  /** Links the checked folder. Null: refused, see `problem`. */
  async link(): Promise<LinkedFolderAnswer | null> {
    const path = this.#preflight?.path;
    if (path === undefined || !this.canLink) return null;
    this.#isLinking = true;
    this.#problem = null;
    try {
      return await this.#api.call('POST folders/', { path, ...this.#target(), ...this.#secret() });
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

  #take(preflight: PreflightJson): void {
    this.#preflight = preflight;
    this.name = folderName(preflight.path);
    this.#step = 'confirm';
  }

  #target(): Pick<LinkFolderJson, 'library' | 'name' | 'encrypt'> {
    if (this.#library) return { library: this.#library.id };
    return { name: this.name.trim(), ...(this.isEncrypted ? { encrypt: true } : {}) };
  }

  #secret(): Pick<LinkFolderJson, 'password' | 'remember'> {
    if (!this.needsPassword || this.password === null) return {};
    return { password: this.password, remember: this.remember };
  }
}
