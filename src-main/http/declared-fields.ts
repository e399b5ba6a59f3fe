import {
  ANY_NAME,
  type FieldSpec,
  type FieldSpecs,
  type FieldValue,
} from '../../src-shared/contract/field-spec.ts';
import { DomainError } from '../core/errors.ts';
import { isLibraryId, type LibraryId } from '../core/library/library-id.ts';
import { type CommitId, isId } from '../core/objects/object-id.ts';
import type { SentFields } from './fields.ts';

/**
 * The fields that a call declares, as a request sent them. Reading any other is a bug; what is read is checked first, so
 * that the description of the interface, which is made from the same declaration, is true.
 * @template Specs what is declared; by default any fields
 */
export interface Fields<Specs = FieldSpecs> extends SentFields {
  /** For calls that declare fields of any name. */
  names(): readonly string[];
  has(name: keyof Specs & string): boolean;
  /** @throws DomainError `argument-invalid` when the field was given twice or is not what it is declared to be. */
  text(name: keyof Specs & string): string | undefined;
  list(name: keyof Specs & string): readonly string[];
  /** The declared members of a JSON object inside the JSON object. */
  nested(name: keyof Specs & string): Fields | undefined;
  spec(name: keyof Specs & string): FieldSpec;
  /** What must hold something. Empty counts as absent, as in HTML forms. @throws DomainError `argument-missing` */
  required<Name extends keyof Specs & string>(name: Name): TextOf<Specs[Name]>;
  /** What must hold more than spaces. */
  requiredWords(name: keyof Specs & string): string;
  /** @throws DomainError `argument-invalid` when the field is missing or no whole number */
  requiredInteger(name: keyof Specs & string): number;
  /** Undefined when the field is absent or empty. */
  optional<Name extends keyof Specs & string>(name: Name): TextOf<Specs[Name]> | undefined;
  optionalBoolean(name: keyof Specs & string): boolean | undefined;
  optionalLibraryId(name: keyof Specs & string): LibraryId | undefined;
  /** Null when the field is absent or empty. */
  optionalCommitId(name: keyof Specs & string): CommitId | null;
  /** `t`, `true`, `1`, `f`, `false`, `0` in any letter case; what the call declares when absent, else false. */
  boolean(name: keyof Specs & string): boolean;
  /** A number of rows that a request asks for: within what the call declares. */
  count(name: keyof Specs & string): number;
  readonly [DECLARED]?: Specs;
}

declare const DECLARED: unique symbol;

/** What stands in a field as text: one of its words, where it declares some. */
export type TextOf<Spec> = FieldValue<Spec> extends string ? FieldValue<Spec> : string;

export function declaredFields<Specs extends FieldSpecs>(sent: SentFields, specs: Specs): Fields<Specs> {
  const spec = (name: string): FieldSpec => {
    const known = Object.hasOwn(specs, name) ? specs[name] : specs[ANY_NAME];
    if (known === undefined) throw new Error(`the field ${name} is read and not declared`);
    return known;
  };
  const text = (name: string): string | undefined => {
    const declared = spec(name);
    const found = sent.text(name);
    if (found !== undefined && found !== '') checkText(name, found, declared);
    return declared.anyCase === true ? found?.toLowerCase() : found;
  };
  const optional = (name: string): string | undefined => text(name) || undefined;
  const required = (name: string): string => {
    if (spec(name).required === false) throw new Error(`the field ${name} is declared as optional`);
    return optional(name) ?? missing(name);
  };
  const boolean = (name: string): boolean => {
    const { kind, fallback } = spec(name);
    if (kind !== 'boolean') throw new Error(`the field ${name} is not declared as a boolean`);
    const found = optional(name)?.toLowerCase();
    return found === undefined ? fallback === true : ['t', 'true', '1'].includes(found);
  };
  const fields: Fields = {
    spec,
    names: () => {
      spec(ANY_NAME);
      return sent.names();
    },
    has: (name) => spec(name) !== undefined && sent.has(name),
    list: (name) => {
      if (spec(name).isList !== true) throw new Error(`the field ${name} is not declared as a list`);
      return sent.list(name);
    },
    text,
    nested: (name) => {
      const members = spec(name).members ?? {};
      const inside = sent.nested(name);
      return inside === undefined ? undefined : declaredFields(inside, members);
    },
    required,
    requiredWords: (name) => (required(name).trim() === '' ? missing(name) : required(name)),
    requiredInteger: (name) => integerOf(text(name)) ?? invalid(name),
    optional,
    optionalBoolean: (name) => (optional(name) === undefined ? undefined : boolean(name)),
    optionalLibraryId: (name) =>
      optional(name) === undefined ? undefined : parseLibraryId(text(name), name),
    optionalCommitId: (name) => (optional(name) === undefined ? null : parseCommitId(text(name), name)),
    boolean,
    count: (name) => capped(fields, name, integerOf(optional(name)) ?? fallbackNumber(fields, name)),
  };
  return fields as Fields<Specs>;
}

function missing(field: string): never {
  throw new DomainError('argument-missing', { field });
}

function invalid(field: string): never {
  throw new DomainError('argument-invalid', { field });
}

function checkText(name: string, text: string, spec: FieldSpec): void {
  if (spec.otherwise !== undefined && !isOfKind(text, spec)) return;
  if (!isOfKind(text, spec) || !isWithinBounds(text, spec)) {
    throw new DomainError('argument-invalid', {
      field: name,
      ...(spec.kind === 'word' ? { reason: 'unknown' } : {}),
    });
  }
}

const TRUTH: ReadonlySet<string> = new Set(['t', 'true', '1', 'f', 'false', '0']);

function isOfKind(text: string, { kind, words = [], anyCase }: FieldSpec): boolean {
  switch (kind) {
    case 'text':
    case 'object':
      return true;
    case 'integer':
      return /^-?\d{1,15}$/.test(text);
    case 'boolean':
      return TRUTH.has(text.toLowerCase());
    case 'word':
      return words.includes(anyCase === true ? text.toLowerCase() : text);
    case 'library-id':
      return isLibraryId(text);
    case 'commit-id':
      return isId(text);
  }
}

function isWithinBounds(text: string, { kind, least, most, maxBytes }: FieldSpec): boolean {
  if (kind === 'integer') return Number(text) >= (least ?? -Infinity) && Number(text) <= (most ?? Infinity);
  return maxBytes === undefined || Buffer.byteLength(text) <= maxBytes;
}

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

function capped<Specs>(fields: Fields<Specs>, name: keyof Specs & string, value: number): number {
  return Math.min(fields.spec(name).cap ?? Infinity, value);
}

function fallbackNumber<Specs>(fields: Fields<Specs>, name: keyof Specs & string): number {
  const { fallback } = fields.spec(name);
  if (typeof fallback !== 'number') throw new Error(`the field ${name} declares no number for its absence`);
  return fallback;
}

/** The members that a request says something of: those that are not undefined. */
export function given<T extends object>(members: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as object;
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
