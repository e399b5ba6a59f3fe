import { ANY_NAME, type FieldSpec, type FieldSpecs } from '../../../src-shared/contract/field-spec.ts';
import type { Shape } from '../../../src-shared/contract/shape.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** The schemas that the document shows once, by name, in the order they were met. */
export type NamedSchemas = Map<string, JsonSchema>;

/** @param named grows by what the shape names. */
export function schemaOfShape(shape: Shape, named: NamedSchemas): JsonSchema {
  const inner = (of: Shape) => schemaOfShape(of, named);
  switch (shape.is) {
    case 'anything':
      return {};
    case 'words':
      return { enum: shape.words };
    case 'list':
      return { type: 'array', items: inner(shape.of) };
    case 'map':
      return { type: 'object', additionalProperties: inner(shape.of) };
    case 'either':
      return { anyOf: shape.of.map(inner) };
    case 'object': {
      const members = Object.entries(shape.members);
      const properties = Object.fromEntries(members.map(([name, member]) => [name, inner(member.shape)]));
      const needed = members.filter(([, { isOptional }]) => !isOptional).map(([name]) => name);
      return { type: 'object', properties, ...(needed.length === 0 ? {} : { required: needed }) };
    }
    case 'named':
      if (!named.has(shape.name)) named.set(shape.name, inner(shape.shape));
      return referenceTo(shape.name);
    default:
      return { type: shape.is };
  }
}

export function referenceTo(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

const IDS = {
  'library-id': '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  'commit-id': '^[0-9a-f]{40}$',
} as const;

export function schemaOfField(spec: FieldSpec): JsonSchema {
  const one = schemaOfValue(spec);
  const described = { ...(spec.isList === true ? { type: 'array', items: one } : one) };
  return spec.fallback === undefined ? described : { ...described, default: spec.fallback };
}

function schemaOfValue(spec: FieldSpec): JsonSchema {
  const { kind, words, format, members } = spec;
  switch (kind) {
    case 'integer':
      return { type: 'integer', ...boundsOf(spec) };
    case 'boolean':
      return { type: 'boolean' };
    case 'word':
      return { type: 'string', enum: words };
    case 'library-id':
    case 'commit-id':
      return { type: 'string', pattern: IDS[kind] };
    case 'object':
      return schemaOfFields(members ?? {});
    case 'text':
      return { type: 'string', ...(format === undefined ? {} : { format }) };
  }
}

function boundsOf({ least, most, cap }: FieldSpec): JsonSchema {
  const largest = most ?? cap;
  return {
    ...(least === undefined ? {} : { minimum: least }),
    ...(largest === undefined ? {} : { maximum: largest }),
  };
}

/** The fields of a form or a JSON object. */
export function schemaOfFields(specs: FieldSpecs): JsonSchema {
  const { [ANY_NAME]: any, ...named } = specs;
  const fields = Object.entries(named);
  const properties = Object.fromEntries(
    fields.map(([name, spec]) => [name, { ...schemaOfField(spec), ...describedField(spec) }]),
  );
  const needed = fields.filter(([, { required }]) => required === true).map(([name]) => name);
  return {
    ...{ type: 'object', properties },
    ...(any === undefined ? {} : { additionalProperties: { ...schemaOfField(any), ...describedField(any) } }),
    ...(needed.length === 0 ? {} : { required: needed }),
  };
}

/** What the schema of a field cannot say. */
export function describedField(spec: FieldSpec): { readonly description?: string } {
  const { about, required, cap, maxBytes, otherwise } = spec;
  const sentences = [
    about,
    ...(typeof required === 'string' ? [`Required when ${required}.`] : []),
    ...(cap === undefined ? [] : [`More than ${cap} counts as ${cap}.`]),
    ...(maxBytes === undefined ? [] : [`At most ${maxBytes} bytes of UTF-8.`]),
    ...(otherwise === undefined ? [] : [otherwise]),
  ].filter((sentence) => sentence !== '');
  return sentences.length === 0 ? {} : { description: sentences.join(' ') };
}
