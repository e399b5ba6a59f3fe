import type { IgnoreConsent, LinkedFolder } from '../../core/folder/linked-folder.ts';
import type { LinkedFolderRows } from '../ports.ts';
import { IGNORE_FILE, MAX_PATTERNS, patternsOf } from './ignore.ts';

/** How the patterns that wait differ from those in force. */
export interface PatternChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Whether a disk that folds letter case may treat the path as the ignore file. It errs on the safe side, which only
 * means one more question about a text.
 */
export function isIgnoreFile(path: string): boolean {
  return path.normalize('NFKC').toUpperCase().toLowerCase() === IGNORE_FILE;
}

/** The consent after reading the file: a change made in the folder counts, one from the library waits. */
export function consentAfterReading(consent: IgnoreConsent, text: string): IgnoreConsent {
  const { agreed, offered, isTouched } = consent;
  const isWaiting = isTouched || text === offered;
  const isOther = agreed !== null && !isSame(patternChange(agreed, text));
  return isOther && isWaiting ? { agreed, offered: text, isTouched: false } : agreedTo(text);
}

/** How the patterns of `after` differ from those of `before`; order and comments do not matter. */
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

/** The record of the ignore text that one folder's person agreed to. */
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

  /** The folder's loop read the file while nothing was being written. Returns the text in force. */
  noteRead(text: string): string {
    const consent = consentAfterReading(this.#consent, text);
    this.#put(consent);
    return consent.agreed ?? '';
  }

  /** The library is about to change the file. Durable on return, or with whatever is recorded next. */
  noteTouched(): void {
    this.#put({ ...this.#consent, isTouched: true });
  }

  /** The person agreed to exactly this text, which the file has by now. */
  agree(text: string): void {
    // What the library may be writing right now still has to be told apart.
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
