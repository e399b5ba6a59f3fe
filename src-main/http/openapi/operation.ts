import type { CallSpec } from '../../../src-shared/contract/call-spec.ts';
import type { FieldSpecs } from '../../../src-shared/contract/field-spec.ts';
import { plainAddress } from '../calls/all-calls.ts';
import type { DeclaredRoute } from '../declared-routes.ts';
import { wordedRefusals } from './refusals.ts';
import {
  describedField,
  type JsonSchema,
  type NamedSchemas,
  referenceTo,
  schemaOfField,
  schemaOfFields,
  schemaOfShape,
} from './schemas.ts';

const FORMS = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'] as const;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly description?: string;
}

export interface Content {
  readonly [mediaType: string]: { readonly schema: JsonSchema };
}

export interface Response {
  readonly description: string;
  readonly content?: Content;
}

export interface RequestBody {
  readonly description?: string;
  readonly required: boolean;
  readonly content: Content;
}

/** One call of the document. */
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, Response>>;
}

const WHO = {
  anonymous: 'Needs no token.',
  user: 'For every user.',
  admin: 'For administrators of the server.',
  'library-token': 'For programs with the token of a library, which opens that one alone.',
} as const;

const MIXED = 'Fields of the body are taken from the query as well, and the other way round.';

export function operationOf(route: DeclaredRoute, named: NamedSchemas): Operation {
  const { method, url, call, surface } = route;
  const operationId = operationIdOf(method, url);
  const body = bodyOf(call, { operationId, named });
  return {
    operationId,
    tags: [surface],
    summary: call.summary,
    description: [whoMay(route), ...(call.mixed === true ? [MIXED] : [])].join(' '),
    security: securityOf(route),
    parameters: [
      ...pathParameters(url),
      ...fieldParameters(call.query ?? {}, 'query'),
      ...fieldParameters(call.headers ?? {}, 'header'),
    ],
    ...(body === null ? {} : { requestBody: body }),
    responses: { ...answersOf(route, named), ...refusalResponses(route) },
  };
}

/** An address as the document writes it. */
export function pathOfRoute(url: string): string {
  return plainAddress(url)
    .replace(/:(\w+)/g, '{$1}')
    .replace(/\*$/, '{name}');
}

function operationIdOf(method: string, url: string): string {
  const words = pathOfRoute(url).split(/[^A-Za-z0-9]+/);
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  return method.toLowerCase() + words.map(capital).join('');
}

function whoMay({ access, call }: DeclaredRoute): string {
  return call.tokenHeader === undefined ? WHO[access] : `Needs a token in the header ${call.tokenHeader}.`;
}

function securityOf({ access, call }: DeclaredRoute): Operation['security'] {
  if (call.tokenHeader !== undefined) return [{ [call.tokenHeader]: [] }];
  if (access === 'anonymous') return [];
  return access === 'library-token' ? [{ libraryToken: [] }] : [{ token: [] }];
}

function pathParameters(url: string): Parameter[] {
  const found = [...url.matchAll(/:(\w+)(?:\(([^/]*)\))?/g)].map(
    ([, name = '', pattern]): Parameter => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string', ...(pattern === undefined ? {} : { pattern }) },
    }),
  );
  const rest: Parameter = {
    name: 'name',
    in: 'path',
    required: true,
    schema: { type: 'string' },
    description: 'For people; anything.',
  };
  return url.endsWith('*') ? [...found, rest] : found;
}

function fieldParameters(specs: FieldSpecs, place: 'query' | 'header'): Parameter[] {
  return Object.entries(specs).map(([name, spec]) => ({
    name,
    in: place,
    required: spec.required === true,
    schema: schemaOfField(spec),
    ...describedField(spec),
  }));
}

interface Naming {
  readonly operationId: string;
  readonly named: NamedSchemas;
}

function bodyOf({ body, files, raw }: CallSpec, { operationId, named }: Naming): RequestBody | null {
  if (raw !== undefined) {
    const schema = { type: 'string', format: 'binary' };
    return { description: raw.about, required: true, content: { [raw.type]: { schema } } };
  }
  if (body === undefined) return null;
  const fields = schemaOfFields(body);
  const required = 'required' in fields;
  if (files !== undefined)
    return { required: true, content: { 'multipart/form-data': { schema: withFiles(fields, files) } } };
  // One schema for the three ways to write the same fields.
  const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Fields`;
  named.set(name, fields);
  const content = Object.fromEntries(FORMS.map((type) => [type, { schema: referenceTo(name) }]));
  return { required, content };
}

function withFiles(fields: JsonSchema, files: 'one' | 'many'): JsonSchema {
  const file = { type: 'string', format: 'binary' };
  const properties = fields['properties'] as JsonSchema;
  const required = (fields['required'] ?? []) as readonly string[];
  return {
    ...fields,
    properties: { ...properties, file: files === 'one' ? file : { type: 'array', items: file } },
    required: [...required, 'file'],
  };
}

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  101: 'The connection is open.',
  200: 'Done.',
  201: 'Made.',
  206: 'A part of it.',
  301: 'Done; it is at another address now.',
  303: 'Opened; the page is at the same address.',
  304: 'The client has it already.',
  446: 'Nothing was done: something is missing.',
};

const WITHOUT_CONTENT: ReadonlySet<number> = new Set([101, 303, 304]);

function answersOf({ method, call }: DeclaredRoute, named: NamedSchemas): Record<string, Response> {
  const { answer, media = [], statuses = [200] } = call;
  const json = answer === null ? {} : { 'application/json': { schema: schemaOfShape(answer, named) } };
  const others = media.map((type) => [type, { schema: { type: 'string' } }] as const);
  const content = { ...json, ...Object.fromEntries(others) };
  return Object.fromEntries(
    statuses.map((status) => {
      const description = STATUS_TEXTS[status] ?? 'Done.';
      const hasContent = method !== 'HEAD' && !WITHOUT_CONTENT.has(status);
      return [String(status), hasContent ? { description, content } : { description }];
    }),
  );
}

function unauthenticated({ access, call }: DeclaredRoute): readonly (readonly [number, string])[] {
  if (call.tokenHeader !== undefined) return [[400, 'token is null']];
  if (access === 'anonymous') return [];
  if (access === 'library-token') return [[403, 'Token inactive or deleted']];
  return [
    [401, 'Invalid token'],
    [403, 'Authentication credentials were not provided.'],
  ];
}

/** By status, with the codes and texts of each; what any call may be refused with is the default. */
function refusalResponses(route: DeclaredRoute): Record<string, Response> {
  const lines = new Map<number, string[]>();
  const add = (status: number, line: string) => lines.set(status, [...(lines.get(status) ?? []), line]);
  for (const [status, text] of unauthenticated(route)) add(status, `\`unauthenticated\`: ${text}`);
  if (route.access === 'admin') {
    add(403, '`permission-denied`: You do not have permission to perform this action.');
  }
  for (const { code, status, text } of wordedRefusals(route)) add(status, `\`${code}\`: ${text}`);
  const named = [...lines]
    .filter(([status]) => status >= 400)
    .map(([status, texts]) => [String(status), refusal(route, texts)] as const);
  const general = refusal(route, ['What any call may be refused with.']);
  return { ...Object.fromEntries(named), default: general };
}

function refusal({ method, surface, errorMember }: DeclaredRoute, lines: readonly string[]): Response {
  const description = lines.join('\n\n');
  if (method === 'HEAD') return { description };
  if (errorMember !== null) return { description, content: json('UploadRefusal') };
  if (surface === 'transfer' || surface === 'sync')
    return { description, content: { 'text/plain': { schema: { type: 'string' } } } };
  if (surface === 'public') return { description, content: { 'text/html': { schema: { type: 'string' } } } };
  return { description, content: json(surface === 'local' ? 'LocalRefusal' : 'Refusal') };
}

function json(name: string): Content {
  return { 'application/json': { schema: referenceTo(name) } };
}
