/** Carries the type of a value through a shape or a field. It is never set at run time. */
export declare const VALUE: unique symbol;

type Drawn =
  | { readonly is: 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'anything' }
  | { readonly is: 'words'; readonly words: readonly Word[] }
  | { readonly is: 'list'; readonly of: Shape }
  | { readonly is: 'map'; readonly of: Shape }
  | { readonly is: 'object'; readonly members: Readonly<Record<string, Member>> }
  | { readonly is: 'either'; readonly of: readonly Shape[] }
  | { readonly is: 'named'; readonly name: string; readonly shape: Shape };

/**
 * The shape of a JSON value: its type is derived from it, the description of the interface is generated from it, and tests
 * check answers by it.
 */
export type Shape<Value = unknown> = Drawn & { readonly [VALUE]?: Value };

export interface Member {
  readonly shape: Shape;
  readonly isOptional: boolean;
}

type Word = string | number | boolean;

interface Scalars {
  string: string;
  integer: number;
  number: number;
  boolean: boolean;
  null: null;
  anything: unknown;
}

type Scalar = keyof Scalars;
/** A scalar by its name; with a question mark at its end, it may be null. */
export type Schema = Shape | Scalar | `${Scalar}?`;

/** The type of the values of a shape. */
export type Json<S extends Schema> =
  S extends Shape<infer Value>
    ? Value
    : S extends Scalar
      ? Scalars[S]
      : S extends `${infer Name extends Scalar}?`
        ? Scalars[Name] | null
        : never;

type Schemas = Readonly<Record<string, Schema>>;
type Optional<S> = keyof S & `${string}?`;
/** Members keep their comments where nothing renames them. */
type Always<S extends Schemas> = {
  -readonly [Name in keyof Pick<S, Exclude<keyof S, Optional<S>>>]: Json<S[Name]>;
};
type Sometimes<S extends Schemas> = {
  [Name in Optional<S> as Name extends `${infer Plain}?` ? Plain : never]?: Json<S[Name]>;
};
type ObjectJson<S extends Schemas> = [Optional<S>] extends [never] ? Always<S> : Always<S> & Sometimes<S>;

export function shapeOf<S extends Schema>(schema: S): Shape<Json<S>> {
  if (typeof schema !== 'string') return schema as Shape<Json<S>>;
  if (schema.endsWith('?')) return orNull(schema.slice(0, -1) as Scalar) as Shape<Json<S>>;
  return { is: schema as Scalar };
}

/** Members of an object; a question mark at the end of a name: it may be absent. */
export function object<S extends Schemas>(schemas: S): Shape<ObjectJson<S>> {
  const members = Object.entries(schemas).map(([name, schema]): [string, Member] => [
    name.replace(/\?$/, ''),
    { shape: shapeOf(schema), isOptional: name.endsWith('?') },
  ]);
  return { is: 'object', members: Object.fromEntries(members) };
}

type Both<Values> = Values extends [Shape<infer First>, ...infer Others] ? First & Both<Others> : unknown;

/** The members of several objects in one. */
export function joined<Shapes extends Shape[]>(...shapes: Shapes): Shape<Both<Shapes>> {
  return { is: 'object', members: Object.assign({}, ...shapes.map(membersOf)) };
}

function membersOf(shape: Shape): Readonly<Record<string, Member>> {
  if (shape.is === 'named') return membersOf(shape.shape);
  if (shape.is !== 'object') throw new Error('only objects have members');
  return shape.members;
}

export function list<S extends Schema>(of: S): Shape<Json<S>[]> {
  return { is: 'list', of: shapeOf(of) };
}

/** An object whose members are named by ids. */
export function mapOf<S extends Schema>(of: S): Shape<Record<string, Json<S>>> {
  return { is: 'map', of: shapeOf(of) };
}

export function oneOf<const W extends Word>(...words: readonly W[]): Shape<W> {
  return { is: 'words', words };
}

export function either<S extends Schema[]>(...of: S): Shape<Json<S[number]>> {
  return { is: 'either', of: of.map((one) => shapeOf(one)) };
}

export function orNull<S extends Schema>(of: S): Shape<Json<S> | null> {
  return { is: 'either', of: [shapeOf(of), { is: 'null' }] };
}

/** A shape that the description shows once, under its name. */
export function named<Value>(name: string, shape: Shape<Value>): Shape<Value> {
  return { is: 'named', name, shape };
}

/** An object that the description shows once, under its name. */
export function record<S extends Schemas>(name: string, schemas: S): Shape<ObjectJson<S>> {
  return named(name, object(schemas));
}

export const SUCCESS = record('Success', { success: oneOf(true) });
