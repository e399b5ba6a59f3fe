import { createIgnoreMatcher, type IgnoreMatcher } from './ignore.ts';

/** What is left out of one linked folder, as of its ignore file when it was last read. */
export class FolderRules {
  readonly #defaultsText: string;
  #text: string | null = null;
  #matcher: IgnoreMatcher;

  constructor(defaultsText: string) {
    this.#defaultsText = defaultsText;
    this.#matcher = createIgnoreMatcher(defaultsText, '');
  }

  get isRead(): boolean {
    return this.#text !== null;
  }

  /** Text of the folder's own ignore file. */
  get text(): string {
    return this.#text ?? '';
  }

  get matcher(): IgnoreMatcher {
    return this.#matcher;
  }

  /** True when rules that were in force before are others now. */
  update(text: string): boolean {
    if (text === this.#text) return false;
    const isOther = this.#text !== null;
    this.#text = text;
    this.#matcher = createIgnoreMatcher(this.#defaultsText, text);
    return isOther;
  }
}
