import type { VALUE } from './shape.ts';

/**
 * What a call takes in one field: what parsers check it against, what the description of the interface says, and its type in
 * routes and pages.
 */
export interface FieldSpec<Value = unknown, Required = boolean | string> {
  readonly [VALUE]?: Value;
  readonly kind: 'text' | 'integer' | 'boolean' | 'word' | 'library-id' | 'commit-id' | 'object';
  /** A sentence for people; empty where the name says everything. */
  readonly about: string;
  /** True: the call is refused without it. A text: the case in which it is. */
  readonly required: Required;
  /** Several values are taken. */
  readonly isList?: true;
  /** Stands for the field where it is absent. */
  readonly fallback?: string | number | boolean;
  /** Of integers. */
  readonly least?: number;
  readonly most?: number;
  /** For integers: a larger value is no error and counts as this. */
  readonly cap?: number;
  /** Of texts, in UTF-8. */
  readonly maxBytes?: number;
  /** Of words. */
  readonly words?: readonly string[];
  /** Letter case does not count. */
  readonly anyCase?: true;
  /** An invalid value is not refused, but counts as absent in this way. */
  readonly otherwise?: string;
  readonly format?: 'path' | 'password' | 'date-time' | 'cursor';
  /** Of objects. */
  readonly members?: FieldSpecs;
}

export type FieldSpecs = Readonly<Record<string, FieldSpec>>;

/** The type of a field. */
export type FieldValue<F> = F extends FieldSpec<infer Value> ? Value : never;

type Needed<S> = { [Name in keyof S]: S[Name] extends FieldSpec<unknown, true> ? Name : never }[keyof S];

/**
 * Values of the fields that a call takes. Optional ones may be absent, or whatever else counts as absent.
 * @template Absent for example null
 */
export type Sent<S, Absent = never> = { [Name in keyof Pick<S, Needed<S>>]: FieldValue<S[Name]> } & {
  [Name in keyof Omit<S, Needed<S>>]?: FieldValue<S[Name]> | Absent;
};

/** Stands for every field not declared by name, where names themselves are data. */
export const ANY_NAME = '*';

type Traits = Partial<Omit<FieldSpec, 'kind' | 'about' | typeof VALUE>>;

/** A field with traits. */
type Field<Value, T> = FieldSpec<
  T extends { isList: true } ? readonly Value[] : Value,
  T extends { required: infer Required } ? Required : false
>;

function field<Value, T>(kind: FieldSpec['kind'], about: string, traits: T | undefined): Field<Value, T> {
  return { required: false, kind, about, ...traits } as Field<Value, T>;
}

export function text<const T extends Traits>(about = '', traits?: T): Field<string, T> {
  return field('text', about, traits);
}

export function integer<const T extends Traits>(about = '', traits?: T): Field<number, T> {
  return field('integer', about, traits);
}

/** @param fallback null: absent means neither */
export function flag<const T extends Traits>(
  fallback: boolean | null,
  about = '',
  traits?: T,
): Field<boolean, T> {
  return field('boolean', about, { ...(fallback === null ? {} : { fallback }), ...traits } as T);
}

/** One of a few words. */
export function word<const W extends string, const T extends Traits>(
  words: readonly W[],
  about = '',
  traits?: T,
): Field<W, T> {
  return field('word', about, { words, ...traits } as unknown as T);
}

export function libraryField<const T extends Traits>(about = 'A library.', traits?: T): Field<string, T> {
  return field('library-id', about, traits);
}

export function commitField<const T extends Traits>(about = 'A commit.', traits?: T): Field<string, T> {
  return field('commit-id', about, traits);
}

/** A path inside a library. */
export function path<const T extends Traits>(about = '', traits?: T): Field<string, T> {
  return field('text', about, { format: 'path', ...traits } as unknown as T);
}

/** Where a listing continues. */
export function cursor() {
  return text('Where the last answer ended.', { format: 'cursor' });
}

/** Several texts, or one. */
export function texts<const T extends Traits>(about = '', traits?: T): Field<string, T & { isList: true }> {
  return field('text', about, { isList: true, ...traits } as T & { isList: true });
}

export function nested<const T extends Traits>(members: FieldSpecs, about = '', traits?: T) {
  return field<object, T>('object', about, { members, ...traits } as unknown as T);
}

/** Shorthand for the trait of fields without which a call is refused. */
export const REQUIRED = { required: true } as const;

/** @param when as in: required when `when`. */
export function requiredWhen(when: string): { readonly required: string } {
  return { required: when };
}

/** The position in a listing: `page` and `per_page`. */
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
