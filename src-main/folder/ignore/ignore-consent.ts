import type { IgnoreConsent, LinkedFolder } from '../../core/folder/linked-folder.ts';
import type { LinkedFolderRows } from '../ports.ts';
import { IGNORE_FILE, MAX_PATTERNS, patternsOf } from './ignore.ts';

/** How patterns that wait differ from those that count. */
export interface PatternChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Whether a disk that folds letter case may take the path for the ignore file. Tells too many rather than too few: it
 * only means that a text is asked about.
 */
export function isIgnoreFile(path: string): boolean {
  return path.normalize('NFKC').toUpperCase().toLowerCase() === IGNORE_FILE;
}

/** What holds once the file was read: a change made in the folder counts, one that the library made waits. */
export function consentAfterReading(consent: IgnoreConsent, text: string): IgnoreConsent {
  const { agreed, offered, isTouched } = consent;
  const isWaiting = isTouched || text === offered;
  const isOther = agreed !== null && !isSame(patternChange(agreed, text));
  return isOther && isWaiting ? { agreed, offered: text, isTouched: false } : agreedTo(text);
}

/** What the text `after` has otherwise than `before`; its order and its comments do not matter. */
export function patternChange(before: string, after: string): PatternChange {
  const [old, next] = [setOf(before), setOf(after)];
  return {
    added: [...next].filter((pattern) => !old.has(pattern)),
    removed: [...old].filter((pattern) => !next.has(pattern)),
  };
}

function setOf(text: string): Set<string> {
  return new Set(patternsOf(text).slice(0, MAX_PATTERNS));
}

function isSame({ added, removed }: PatternChange): boolean {
  return added.length === 0 && removed.length === 0;
}

function agreedTo(text: string): IgnoreConsent {
  return { agreed: text, offered: null, isTouched: false };
}

/** The record of one folder about the text of its ignore file that counts. */
export class IgnoreConsentRecord {
  readonly #folder: Pick<LinkedFolder, 'id'>;
  readonly #rows: Pick<LinkedFolderRows, 'setIgnoring'>;
  #consent: IgnoreConsent;

  constructor(folder: Pick<LinkedFolder, 'id' | 'ignoring'>, rows: Pick<LinkedFolderRows, 'setIgnoring'>) {
    this.#folder = folder;
    this.#rows = rows;
    this.#consent = folder.ignoring;
  }

  get consent(): IgnoreConsent {
    return this.#consent;
  }

  /** The folder's loop has read the file, while nothing was being written to the folder. Gives the text that counts. */
  noteRead(text: string): string {
    const consent = consentAfterReading(this.#consent, text);
    this.#put(consent);
    return consent.agreed ?? '';
  }

  /** The library is about to change the file. Durable on return, or soon after with what is recorded next. */
  noteTouched(): void {
    this.#put({ ...this.#consent, isTouched: true });
  }

  /** The person wants exactly this text, which is in the file by now. */
  agree(text: string): void {
    // What the library may be writing right now is still to be told from it.
    this.#put({ ...agreedTo(text), isTouched: this.#consent.isTouched });
  }

  #put(consent: IgnoreConsent): void {
    const { agreed, offered, isTouched } = this.#consent;
    const isSameRecord =
      agreed === consent.agreed && offered === consent.offered && isTouched === consent.isTouched;
    if (isSameRecord) return;
    this.#rows.setIgnoring(this.#folder.id, consent);
    this.#consent = consent;
  }
}
