/** The shape of a JSON value, as the description of the interface tells it and tests check answers by it. */
export type Shape =
  | { readonly is: 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'anything' }
  | { readonly is: 'words'; readonly words: readonly (string | number | boolean)[] }
  | { readonly is: 'list'; readonly of: Shape }
  | { readonly is: 'map'; readonly of: Shape }
  | { readonly is: 'object'; readonly members: Readonly<Record<string, Member>> }
  | { readonly is: 'either'; readonly of: readonly Shape[] }
  | { readonly is: 'named'; readonly name: string; readonly shape: Shape };

export interface Member {
  readonly shape: Shape;
  readonly isOptional: boolean;
}

type Scalar = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'anything';
/** A scalar by its name; with a question mark at its end, it may be null. */
export type Schema = Shape | Scalar | `${Scalar}?`;

export function shapeOf(schema: Schema): Shape {
  if (typeof schema !== 'string') return schema;
  if (schema.endsWith('?')) return orNull(schema.slice(0, -1) as Scalar);
  return { is: schema as Scalar };
}

/** Members of an object; a question mark at the end of a name: it may be absent. */
export function object(schemas: Readonly<Record<string, Schema>>): Shape {
  const members = Object.entries(schemas).map(([name, schema]): [string, Member] => [
    name.replace(/\?$/, ''),
    { shape: shapeOf(schema), isOptional: name.endsWith('?') },
  ]);
  return { is: 'object', members: Object.fromEntries(members) };
}

/** The members of several objects in one. */
export function joined(...shapes: readonly Shape[]): Shape {
  return { is: 'object', members: Object.assign({}, ...shapes.map(membersOf)) };
}

function membersOf(shape: Shape): Readonly<Record<string, Member>> {
  if (shape.is === 'named') return membersOf(shape.shape);
  if (shape.is !== 'object') throw new Error('only objects have members');
  return shape.members;
}

export function list(of: Schema): Shape {
  return { is: 'list', of: shapeOf(of) };
}

/** An object whose members are named by ids. */
export function mapOf(of: Schema): Shape {
  return { is: 'map', of: shapeOf(of) };
}

export function oneOf(...words: readonly (string | number | boolean)[]): Shape {
  return { is: 'words', words };
}

export function either(...of: readonly Schema[]): Shape {
  return { is: 'either', of: of.map(shapeOf) };
}

export function orNull(of: Schema): Shape {
  return { is: 'either', of: [shapeOf(of), { is: 'null' }] };
}

/** A shape that the description shows once, under its name. */
export function named(name: string, shape: Shape): Shape {
  return { is: 'named', name, shape };
}

export const SUCCESS: Shape = named('Success', object({ success: oneOf(true) }));
