import type {
  IgnorePreviewJson,
  IgnoreRulesJson,
  OfferedPatternsJson,
} from '../../../src-shared/folder-choices-api.ts';
import type { Api } from '../../api/api.ts';
import { problemOf } from '../../api/problem.ts';
import type { Problem } from '../../format/problem.ts';

const TYPING_PAUSE_MS = 350;

/** The ignore rules of a linked folder while they are edited: what they are, and what saving them would change. */
export class IgnoreRules {
  #saved = $state.raw<IgnoreRulesJson | null>(null);
  #text = $state.raw('');
  #preview = $state.raw<IgnorePreviewJson | null>(null);
  #isCounting = $state.raw(false);
  #isSaving = $state.raw(false);
  #problem = $state.raw<Problem | null>(null);
  #previewProblem = $state.raw<Problem | null>(null);
  readonly #api: Api;
  readonly #folderId: string;
  #abort = new AbortController();
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(api: Api, folderId: string) {
    this.#api = api;
    this.#folderId = folderId;
  }

  /** Patterns that hold everywhere; null until they are loaded. */
  get defaults(): string | null {
    return this.#saved?.defaults ?? null;
  }

  /** Patterns that came through the library and are not in force yet; null: none. */
  get offered(): OfferedPatternsJson | null {
    return this.#saved?.offered ?? null;
  }

  get text(): string {
    return this.#text;
  }

  set text(text: string) {
    this.#text = text;
    this.#previewSoon();
  }

  /** As it is in force now. */
  get savedText(): string {
    return this.#saved?.text ?? '';
  }

  get isChanged(): boolean {
    return this.#saved !== null && this.#text !== this.#saved.text;
  }

  /** The preview of the current text; null while nothing is changed or it is computed for the first time. */
  get preview(): IgnorePreviewJson | null {
    return this.#preview;
  }

  get isCounting(): boolean {
    return this.#isCounting;
  }

  get isSaving(): boolean {
    return this.#isSaving;
  }

  /** Why the rules were not loaded or saved. */
  get problem(): Problem | null {
    return this.#problem;
  }

  get previewProblem(): Problem | null {
    return this.#previewProblem;
  }

  get canSave(): boolean {
    const isSound = (this.#preview?.invalid_lines.length ?? 0) === 0;
    return this.isChanged && isSound && !this.#isCounting && !this.#isSaving;
  }

  async load(): Promise<void> {
    this.#problem = null;
    try {
      this.#saved = await this.#api.call('GET folders/:folder_id/ignore/', { folder_id: this.#folderId });
      this.#text = this.#saved.text;
    } catch (error) {
      this.#problem = problemOf(error);
    }
  }

  /** Whether it worked; see `problem`. */
  save(): Promise<boolean> {
    return this.#store(() =>
      this.#api.call('PUT folders/:folder_id/ignore/', { folder_id: this.#folderId, text: this.#text }),
    );
  }

  /** Puts the offered patterns into force. Whether it worked; see `problem`. */
  agree({ text }: OfferedPatternsJson): Promise<boolean> {
    return this.#store(() =>
      this.#api.call('POST folders/:folder_id/ignore/agree/', { folder_id: this.#folderId, text }),
    );
  }

  async #store(request: () => Promise<IgnoreRulesJson>): Promise<boolean> {
    this.#isSaving = true;
    this.#problem = null;
    try {
      this.#saved = await request();
      return true;
    } catch (error) {
      this.#problem = problemOf(error);
      return false;
    } finally {
      this.#isSaving = false;
    }
  }

  stop(): void {
    this.#abort.abort();
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #previewSoon(): void {
    this.stop();
    this.#isCounting = this.isChanged;
    this.#previewProblem = null;
    if (!this.isChanged) {
      this.#preview = null;
      return;
    }
    this.#timer = setTimeout(() => void this.#count(), TYPING_PAUSE_MS);
  }

  async #count(): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    try {
      const preview = await this.#api.call(
        'POST folders/:folder_id/ignore/preview/',
        { folder_id: this.#folderId, text: this.#text },
        { signal: abort.signal },
      );
      if (abort.signal.aborted) return;
      this.#preview = preview;
    } catch (error) {
      if (abort.signal.aborted) return;
      this.#preview = null;
      this.#previewProblem = problemOf(error);
    }
    this.#isCounting = false;
  }
}
