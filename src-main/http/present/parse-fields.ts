import { DomainError } from '../../core/errors.ts';
import { isLibraryId, type LibraryId } from '../../core/library/library-id.ts';
import { type CommitId, isId } from '../../core/objects/object-id.ts';
import type { Fields } from '../fields.ts';

export interface Page {
  readonly page: number;
  readonly perPage: number;
}

const MAX_PER_PAGE = 1000;
/** Beyond any listing; keeps offsets exact. */
const MAX_PAGE = 1_000_000_000;

/** A whole decimal number; null for everything else, blanks and fractions included. */
export function integerOf(text: string | undefined): number | null {
  return text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : null;
}

/** `page` and `per_page`; what is no number makes both their defaults, as on real servers. */
export function parsePage(fields: Fields, defaultPerPage: number): Page {
  const { page, perPage } = rawPage(fields, defaultPerPage);
  return {
    page: Math.min(MAX_PAGE, Math.max(1, page)),
    perPage: perPage < 1 ? defaultPerPage : Math.min(MAX_PER_PAGE, perPage),
  };
}

/**
 * Like `parsePage`, for the listings that refuse numbers below one.
 * @throws DomainError `argument-invalid`
 */
export function parseStrictPage(fields: Fields, defaultPerPage: number): Page {
  const { page, perPage } = rawPage(fields, defaultPerPage);
  if (page < 1) throw new DomainError('argument-invalid', { field: 'page' });
  if (perPage < 1) throw new DomainError('argument-invalid', { field: 'per_page' });
  return { page: Math.min(MAX_PAGE, page), perPage: Math.min(MAX_PER_PAGE, perPage) };
}

function rawPage(fields: Fields, defaultPerPage: number): Page {
  const page = integerOf(fields.text('page') ?? '1');
  const perPage = integerOf(fields.text('per_page') ?? String(defaultPerPage));
  if (page === null || perPage === null) return { page: 1, perPage: defaultPerPage };
  return { page, perPage };
}

/** A field that must hold something. Empty counts as absent, as in HTML forms. */
export function required(fields: Fields, name: string): string {
  const text = fields.text(name) ?? '';
  if (text === '') throw new DomainError('argument-missing', { field: name });
  return text;
}

/** As long as the longest name: nothing longer can be found. */
const MAX_WORDS_BYTES = 255;

/** A field that must hold more than spaces. */
export function requiredWords(fields: Fields, name: string): string {
  const text = required(fields, name);
  if (text.trim() === '') throw new DomainError('argument-missing', { field: name });
  if (Buffer.byteLength(text) > MAX_WORDS_BYTES) throw new DomainError('argument-invalid', { field: name });
  return text;
}

/** A field that may be absent or empty. */
export function optional(fields: Fields, name: string): string | undefined {
  const text = fields.text(name);
  return text === '' ? undefined : text;
}

/** @throws DomainError `argument-invalid` when the field is missing or no whole number */
export function requiredInteger(fields: Fields, name: string): number {
  const number = integerOf(fields.text(name));
  if (number === null) throw new DomainError('argument-invalid', { field: name });
  return number;
}

/** `t`, `true`, `1`, `f`, `false`, `0` in any letter case; the fallback when absent. */
export function parseBoolean(fields: Fields, name: string, fallback: boolean): boolean {
  const text = optional(fields, name)?.toLowerCase();
  if (text === undefined) return fallback;
  if (text === 't' || text === 'true' || text === '1') return true;
  if (text === 'f' || text === 'false' || text === '0') return false;
  throw new DomainError('argument-invalid', { field: name });
}

/** A field that, when it is there, must be one of a few words. @throws DomainError `argument-invalid` */
export function requireChoice(fields: Fields, name: string, choices: readonly string[]): void {
  const text = optional(fields, name);
  if (text !== undefined && !choices.includes(text))
    throw new DomainError('argument-invalid', { field: name });
}

/** @throws DomainError `argument-invalid` */
export function parseLibraryId(text: string | undefined, field: string): LibraryId {
  if (!isLibraryId(text)) throw new DomainError('argument-invalid', { field });
  return text;
}

/** @throws DomainError `argument-invalid` */
export function parseCommitId(text: string | undefined, field: string): CommitId {
  if (!isId(text)) throw new DomainError('argument-invalid', { field });
  return text as CommitId;
}

/** @throws DomainError `argument-invalid` unless the field is absent, empty or a commit id */
export function parseOptionalCommitId(fields: Fields, name: string): CommitId | null {
  const text = optional(fields, name);
  return text === undefined ? null : parseCommitId(text, name);
}
