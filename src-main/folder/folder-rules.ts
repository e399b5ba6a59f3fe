import { isWithin } from '../core/folder/folder-entry.ts';
import { unwritable } from './fit-name.ts';
import { createIgnoreMatcher, type IgnoreMatcher } from './ignore.ts';
import type { LeavingOut } from './outward/differences.ts';

/** What is left out of one linked folder: by patterns, as of its ignore file when it was last read, and by choice. */
export class FolderRules {
  readonly #defaultsText: string;
  #text: string | null = null;
  #excluded: readonly string[];
  #matcher: IgnoreMatcher;
  /** Patterns alone: what they name stays on both sides, where a folder that is left out by choice goes from the disk. */
  #patterns: IgnoreMatcher;

  constructor(defaultsText: string, excluded: readonly string[]) {
    this.#defaultsText = defaultsText;
    this.#excluded = excluded;
    this.#matcher = createIgnoreMatcher(defaultsText, '', excluded);
    this.#patterns = createIgnoreMatcher(defaultsText, '', []);
  }

  get isRead(): boolean {
    return this.#text !== null;
  }

  /** Text of the folder's own ignore file. */
  get text(): string {
    return this.#text ?? '';
  }

  /** Subfolders that a person does not want on this computer. */
  get excluded(): readonly string[] {
    return this.#excluded;
  }

  /** What is not taken in. */
  get matcher(): IgnoreMatcher {
    return this.#matcher;
  }

  /** What is not written. */
  get leavingOut(): LeavingOut {
    const patterns = this.#patterns;
    const excluded = new Set(this.#excluded);
    return {
      isIgnored: (dir, name, isDir) => patterns.ignores(dir, name, isDir),
      isExcluded: (path) => excluded.has(path),
      holdsExcluded: (path) => this.#excluded.some((other) => isWithin(other, path)),
      unfitness: unwritable,
    };
  }

  /** True when rules that were in force before are others now. */
  update(text: string): boolean {
    if (text === this.#text) return false;
    const isOther = this.#text !== null;
    this.#text = text;
    this.#refresh();
    return isOther;
  }

  exclude(paths: readonly string[]): void {
    this.#excluded = paths;
    this.#refresh();
  }

  #refresh(): void {
    this.#matcher = createIgnoreMatcher(this.#defaultsText, this.text, this.#excluded);
    this.#patterns = createIgnoreMatcher(this.#defaultsText, this.text, []);
  }
}
