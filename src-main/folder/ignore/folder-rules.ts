import type { Said } from '../../../src-shared/service-words.ts';
import { isWithin } from '../../core/folder/folder-entry.ts';
import { unwritable } from '../disk/fit-name.ts';
import type { FolderIndex, FolderProblem, FolderReader } from '../ports.ts';
import { createIgnoreMatcher, type IgnoreMatcher, patternsOf } from './ignore.ts';
import type { IgnoreConsentRecord } from './ignore-consent.ts';
import { countLeftOut, NONE_LEFT_OUT, noticesOf } from './ignore-notices.ts';

/** Rules of a linked folder, or of something similar, about what is left out. */
export type LeavingOut = Pick<FolderRules, 'isIgnored' | 'isExcluded' | 'holdsExcluded' | 'nameError'>;

/** What one linked folder leaves out: by the patterns of its ignore file that the person agreed to, and by choice. */
export class FolderRules {
  readonly #defaultsText: string;
  /** Which text of the ignore file counts. */
  readonly consent: IgnoreConsentRecord;
  #text: string | null = null;
  #excluded: ReadonlySet<string>;
  #leftOut = NONE_LEFT_OUT;
  #matcher: IgnoreMatcher;
  /** Patterns alone: what they name stays on both sides, while a folder left out by choice is removed from the disk. */
  #patterns: IgnoreMatcher;

  constructor(defaultsText: string, excluded: readonly string[], consent: IgnoreConsentRecord) {
    this.#defaultsText = defaultsText;
    this.consent = consent;
    this.#excluded = new Set(excluded);
    this.#matcher = createIgnoreMatcher(defaultsText, '', excluded);
    this.#patterns = createIgnoreMatcher(defaultsText, '', []);
  }

  /** Notices for the person. */
  get notices(): FolderProblem[] {
    return noticesOf(this.consent.consent, this.#leftOut);
  }

  /** Counts again what the patterns leave out: nothing where the folder has no patterns of its own. */
  async countLeftOut(agreed: {
    readonly index: Pick<FolderIndex, 'entriesIn'>;
    readonly folderKey: number;
  }): Promise<void> {
    const hasPatterns = patternsOf(this.text).length > 0;
    this.#leftOut = hasPatterns ? await countLeftOut(this.#patterns, agreed) : NONE_LEFT_OUT;
  }

  get isRead(): boolean {
    return this.#text !== null;
  }

  /** Text of the folder's own ignore file that is in force. */
  get text(): string {
    return this.#text ?? '';
  }

  /** Subfolders that the person does not want on this computer. */
  get excluded(): readonly string[] {
    return [...this.#excluded];
  }

  /** Everything that is not taken in, including folders left out by choice. */
  get matcher(): IgnoreMatcher {
    return this.#matcher;
  }

  /** Neither taken in nor written; both sides stay as they are. */
  isIgnored(dir: string, name: string, isDir: boolean): boolean {
    return this.#patterns.ignores(dir, name, isDir);
  }

  /** Not wanted on this computer: gone from the disk, kept in the library. */
  isExcluded(path: string): boolean {
    return this.#excluded.has(path);
  }

  /** Whether it, or something inside it, is not wanted on this computer, so that the disk does not have all of it. */
  holdsExcluded(path: string): boolean {
    return this.excluded.some((other) => isWithin(other, path));
  }

  /** Why a name cannot be written here; null when it can. */
  nameError(path: string, name: string): Said | null {
    return unwritable(path, name);
  }

  /** Reads the ignore file. True when the rules in force changed. */
  async update(reader: Pick<FolderReader, 'ignoreText'>): Promise<boolean> {
    const before = this.consent.consent;
    const read = await reader.ignoreText();
    // A text that was read before the person answered must not count as the answer.
    if (before !== this.consent.consent) return this.update(reader);
    const text = this.consent.noteRead(read);
    if (text === this.#text) return false;
    const isOther = this.#text !== null;
    this.#text = text;
    this.#refresh();
    return isOther;
  }

  exclude(paths: readonly string[]): void {
    this.#excluded = new Set(paths);
    this.#refresh();
  }

  #refresh(): void {
    this.#matcher = createIgnoreMatcher(this.#defaultsText, this.text, this.excluded);
    this.#patterns = createIgnoreMatcher(this.#defaultsText, this.text, []);
  }
}
