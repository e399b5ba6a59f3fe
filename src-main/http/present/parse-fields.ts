import { DomainError } from '../../core/errors.ts';
import { isLibraryId, type LibraryId } from '../../core/library/library-id.ts';
import { type CommitId, isId } from '../../core/objects/object-id.ts';
import type { Fields, TextOf } from '../declared-fields.ts';

export interface Page {
  readonly page: number;
  readonly perPage: number;
}

/** A whole decimal number; null for everything else, blanks and fractions included. */
export function integerOf(text: string | undefined): number | null {
  return text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : null;
}

/** `page` and `per_page`; what is no number makes both their defaults, as on real servers. */
export function parsePage(fields: Fields): Page {
  const { page, perPage } = rawPage(fields);
  return {
    page: capped(fields, 'page', Math.max(1, page)),
    perPage: capped(fields, 'per_page', perPage < 1 ? fallbackNumber(fields, 'per_page') : perPage),
  };
}

/**
 * Like `parsePage`, for the listings that refuse numbers below one.
 * @throws DomainError `argument-invalid`
 */
export function parseStrictPage(fields: Fields): Page {
  const { page, perPage } = rawPage(fields);
  if (page < 1) throw new DomainError('argument-invalid', { field: 'page' });
  if (perPage < 1) throw new DomainError('argument-invalid', { field: 'per_page' });
  return { page: capped(fields, 'page', page), perPage: capped(fields, 'per_page', perPage) };
}

function rawPage(fields: Fields): Page {
  const [first, many] = [fallbackNumber(fields, 'page'), fallbackNumber(fields, 'per_page')];
  const page = integerOf(fields.text('page') ?? String(first));
  const perPage = integerOf(fields.text('per_page') ?? String(many));
  if (page === null || perPage === null) return { page: first, perPage: many };
  return { page, perPage };
}

/** A number of rows that a request asks for: within what the call declares. @throws DomainError `argument-invalid` */
export function parseCount<Specs>(fields: Fields<Specs>, name: keyof Specs & string): number {
  return capped(fields, name, integerOf(optional(fields, name)) ?? fallbackNumber(fields, name));
}

function capped<Specs>(fields: Fields<Specs>, name: keyof Specs & string, value: number): number {
  return Math.min(fields.spec(name).cap ?? Infinity, value);
}

function fallbackNumber<Specs>(fields: Fields<Specs>, name: keyof Specs & string): number {
  const { fallback } = fields.spec(name);
  if (typeof fallback !== 'number') throw new Error(`the field ${name} declares no number for its absence`);
  return fallback;
}

/** A field that must hold something. Empty counts as absent, as in HTML forms. */
export function required<Specs, Name extends keyof Specs & string>(
  fields: Fields<Specs>,
  name: Name,
): TextOf<Specs[Name]> {
  if (fields.spec(name).required === false) throw new Error(`the field ${name} is declared as optional`);
  const text = fields.text(name) ?? '';
  if (text === '') throw new DomainError('argument-missing', { field: name });
  return text as TextOf<Specs[Name]>;
}

/** A field that must hold more than spaces. */
export function requiredWords<Specs>(fields: Fields<Specs>, name: keyof Specs & string): string {
  const text = required(fields, name);
  if (text.trim() === '') throw new DomainError('argument-missing', { field: name });
  return text;
}

/** A field that may be absent or empty. */
export function optional<Specs, Name extends keyof Specs & string>(
  fields: Fields<Specs>,
  name: Name,
): TextOf<Specs[Name]> | undefined {
  const text = fields.text(name);
  return text === '' ? undefined : (text as TextOf<Specs[Name]>);
}

/** @throws DomainError `argument-invalid` when the field is missing or no whole number */
export function requiredInteger<Specs>(fields: Fields<Specs>, name: keyof Specs & string): number {
  const number = integerOf(fields.text(name));
  if (number === null) throw new DomainError('argument-invalid', { field: name });
  return number;
}

/**
 * `t`, `true`, `1`, `f`, `false`, `0` in any letter case; what the call declares when absent, else false.
 * @throws DomainError `argument-invalid`
 */
export function parseBoolean<Specs>(fields: Fields<Specs>, name: keyof Specs & string): boolean {
  const { kind, fallback } = fields.spec(name);
  if (kind !== 'boolean') throw new Error(`the field ${name} is not declared as a boolean`);
  const text = optional(fields, name)?.toLowerCase();
  return text === undefined ? fallback === true : ['t', 'true', '1'].includes(text);
}

/** Checks a field whose value changes nothing. @throws DomainError `argument-invalid` */
export function requireValid<Specs>(fields: Fields<Specs>, name: keyof Specs & string): void {
  fields.text(name);
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
export function parseOptionalCommitId<Specs>(
  fields: Fields<Specs>,
  name: keyof Specs & string,
): CommitId | null {
  const text = optional(fields, name);
  return text === undefined ? null : parseCommitId(text, name);
}
