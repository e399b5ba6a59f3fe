/** What a call takes in one field: what the parsers check it by, and what the description of the interface says. */
export interface FieldSpec {
  readonly kind: 'text' | 'integer' | 'boolean' | 'word' | 'library-id' | 'commit-id' | 'object';
  /** A sentence for people; empty where the name says it all. */
  readonly about: string;
  /** True: the call is refused without it. A text: when it is. */
  readonly required: boolean | string;
  /** Several values are taken. */
  readonly isList?: true;
  /** Stands for the field where it is absent. */
  readonly fallback?: string | number | boolean;
  /** Of integers. */
  readonly least?: number;
  readonly most?: number;
  /** Of integers: more is no error and counts as this. */
  readonly cap?: number;
  /** Of texts, in UTF-8. */
  readonly maxBytes?: number;
  /** Of words. */
  readonly words?: readonly string[];
  /** Letter case does not count. */
  readonly anyCase?: true;
  /** What is none of its kind is not refused but counts as this absence says. */
  readonly otherwise?: string;
  readonly format?: 'path' | 'password' | 'date-time' | 'cursor';
  /** Of objects. */
  readonly members?: FieldSpecs;
}

export type FieldSpecs = Readonly<Record<string, FieldSpec>>;

/** Stands for every field that is not declared by its name, where names are data themselves. */
export const ANY_NAME = '*';

type Traits = Partial<Omit<FieldSpec, 'kind' | 'about'>>;

const NEVER = { required: false } as const;

export function text(about = '', traits: Traits = {}): FieldSpec {
  return { ...NEVER, kind: 'text', about, ...traits };
}

export function integer(about = '', traits: Traits = {}): FieldSpec {
  return { ...NEVER, kind: 'integer', about, ...traits };
}

export function flag(fallback: boolean | null, about = '', traits: Traits = {}): FieldSpec {
  return { ...NEVER, kind: 'boolean', about, ...(fallback === null ? {} : { fallback }), ...traits };
}

/** One of a few words. */
export function word(words: readonly string[], about = '', traits: Traits = {}): FieldSpec {
  return { ...NEVER, kind: 'word', words, about, ...traits };
}

export function libraryField(about = 'A library.', traits: Traits = {}): FieldSpec {
  return { ...NEVER, kind: 'library-id', about, ...traits };
}

export function commitField(about = 'A commit.', traits: Traits = {}): FieldSpec {
  return { ...NEVER, kind: 'commit-id', about, ...traits };
}

/** A path inside a library. */
export function path(about = '', traits: Traits = {}): FieldSpec {
  return text(about, { format: 'path', ...traits });
}

/** Where a listing goes on. */
export function cursor(): FieldSpec {
  return text('Where the last answer ended.', { format: 'cursor' });
}

/** Several texts, or one. */
export function texts(about = '', traits: Traits = {}): FieldSpec {
  return text(about, { isList: true, ...traits });
}

export function nested(members: FieldSpecs, about = '', traits: Traits = {}): FieldSpec {
  return { ...NEVER, kind: 'object', members, about, ...traits };
}

/** Shorthand for the trait of fields without which a call is refused. */
export const REQUIRED = { required: true } as const;

/** @param when as in: required when `when`. */
export function requiredWhen(when: string): { readonly required: string } {
  return { required: when };
}

/** Where in a listing: `page` and `per_page`. */
export function paging(
  perPage: number,
  cap = 1000,
): { readonly page: FieldSpec; readonly per_page: FieldSpec } {
  const otherwise = 'Where either is no number, both count as absent.';
  return {
    page: integer('Which page, from 1 on.', { fallback: 1, cap: 1_000_000_000, otherwise }),
    per_page: integer('How many rows a page has.', { fallback: perPage, cap, otherwise }),
  };
}

/** Shorthand for the trait of passwords. */
export const SECRET = { format: 'password' } as const;
