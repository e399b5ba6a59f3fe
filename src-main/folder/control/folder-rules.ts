import { isWithin } from '../../core/folder/folder-entry.ts';
import type { LeavingOut } from '../checkout/differences.ts';
import { unwritable } from '../disk/fit-name.ts';
import { createIgnoreMatcher, type IgnoreMatcher, patternsOf } from '../ignore/ignore.ts';
import type { IgnoreConsentRecord } from '../ignore/ignore-consent.ts';
import { countLeftOut, NONE_LEFT_OUT, noticesOf } from '../ignore/ignore-notices.ts';
import type { ScanRules } from '../ingest/folder-ingest.ts';
import type { FolderIndex, FolderProblem, FolderReader } from '../ports.ts';

/** What is left out of one linked folder: by the patterns of its ignore file that the person agreed to, and by choice. */
export class FolderRules {
  readonly #defaultsText: string;
  /** Which text of the ignore file counts. */
  readonly consent: IgnoreConsentRecord;
  #text: string | null = null;
  #excluded: readonly string[];
  #leftOut = NONE_LEFT_OUT;
  #matcher: IgnoreMatcher;
  /** Patterns alone: what they name stays on both sides, where a folder that is left out by choice goes from the disk. */
  #patterns: IgnoreMatcher;

  constructor(defaultsText: string, excluded: readonly string[], consent: IgnoreConsentRecord) {
    this.#defaultsText = defaultsText;
    this.consent = consent;
    this.#excluded = excluded;
    this.#matcher = createIgnoreMatcher(defaultsText, '', excluded);
    this.#patterns = createIgnoreMatcher(defaultsText, '', []);
  }

  /** What a person should know. */
  get notices(): FolderProblem[] {
    return noticesOf(this.consent.consent, this.#leftOut);
  }

  /** Counts anew what the patterns leave out; nothing is where the folder has no patterns of its own. */
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

  /** Text of the folder's own ignore file, as far as it counts. */
  get text(): string {
    return this.#text ?? '';
  }

  /** Subfolders that a person does not want on this computer. */
  get excluded(): readonly string[] {
    return this.#excluded;
  }

  /** What is not taken in. */
  get ofPatterns(): Pick<ScanRules, 'matcher' | 'ignoreText' | 'isIgnored'> {
    const { isIgnored } = this.leavingOut;
    return { matcher: this.#matcher, ignoreText: this.text, isIgnored };
  }

  /** What is not written. */
  get leavingOut(): LeavingOut {
    const patterns = this.#patterns;
    const excluded = new Set(this.#excluded);
    return {
      isIgnored: (dir, name, isDir) => patterns.ignores(dir, name, isDir),
      isExcluded: (path) => excluded.has(path),
      holdsExcluded: (path) => this.#excluded.some((other) => isWithin(other, path)),
      nameError: (path, name) => unwritable(path, name),
    };
  }

  /** Reads the ignore file. True when rules that were in force before are others now. */
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
    this.#excluded = paths;
    this.#refresh();
  }

  #refresh(): void {
    this.#matcher = createIgnoreMatcher(this.#defaultsText, this.text, this.#excluded);
    this.#patterns = createIgnoreMatcher(this.#defaultsText, this.text, []);
  }
}
