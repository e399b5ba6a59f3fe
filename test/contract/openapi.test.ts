import { isDeepStrictEqual } from 'node:util';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import { ALL_CALLS, plainAddress } from '../../src-main/http/calls/all-calls.ts';
import type { OpenapiDocument } from '../../src-main/http/openapi/document.ts';
import type { Operation } from '../../src-main/http/openapi/operation.ts';
import type { JsonSchema } from '../../src-main/http/openapi/schemas.ts';
import type { Shape } from '../../src-shared/contract/shape.ts';
import { adminCalls } from '../support/admin-calls.ts';
import { watchKnownRoutes } from '../support/known-routes.ts';
import { useApp } from '../support/running-app.ts';

const PATH = '/api/local/v1/openapi.json';

const known = watchKnownRoutes();
const app = useApp();
const admin = adminCalls(app);

let document: OpenapiDocument;
let parameters: Readonly<Record<string, string>>;

beforeAll(async () => {
  const answer = await app().call('GET', PATH, { token: app().adminToken });
  document = answer.json as OpenapiDocument;
  const library = await admin.makeLibrary('Described');
  const group = await app().call('POST', '/api/v2.1/admin/groups/', {
    token: app().adminToken,
    form: { group_name: 'Described' },
  });
  parameters = {
    library_id: library,
    commit_id: 'c'.repeat(40),
    group_id: String((group.json as { id: number }).id),
    email: 'admin@example.com',
    size: '64',
  };
});

interface Call {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

function calls(): Call[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const upper = method.toUpperCase();
      return { name: `${upper} ${path}`, method: upper, path, operation };
    }),
  );
}

/** An address as fastify has it, as the document has it. */
function described(pattern: string): string {
  return pattern
    .replace(/\([^/]*\)/g, '')
    .replace(/:(\w+)/g, '{$1}')
    .replace(/\*$/, '{name}');
}

interface Field {
  readonly name: string;
  readonly place: 'query' | 'body';
  readonly schema: JsonSchema;
}

/** Fields without which a call is refused. */
function requiredFields({ parameters: all, requestBody }: Operation): Field[] {
  const inQuery = all
    .filter(({ in: place, required }) => place === 'query' && required)
    .map(({ name, schema }) => ({ name, place: 'query', schema }) as const);
  const [content] = Object.values(requestBody?.content ?? {});
  const schema = content === undefined ? {} : resolved(content.schema);
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const inBody = ((schema['required'] ?? []) as string[])
    // Files are no text: calls that take them are authorised by their address.
    .filter((name) => properties[name]?.['format'] !== 'binary')
    .map((name) => ({ name, place: 'body', schema: properties[name] ?? {} }) as const);
  return [...inQuery, ...inBody];
}

function resolved(schema: JsonSchema): JsonSchema {
  const name = String(schema['$ref'] ?? '')
    .split('/')
    .at(-1);
  return name ? (document.components.schemas[name] ?? {}) : schema;
}

/** A value that the schema takes. */
function example({ enum: words, type, pattern, format }: JsonSchema): string {
  if (Array.isArray(words)) return String(words[0]);
  if (format === 'path') return '/some/thing.txt';
  if (type === 'integer' || type === 'boolean') return '1';
  if (typeof pattern === 'string') return pattern.includes('{40}') ? 'c'.repeat(40) : libraryId();
  return 'something';
}

function libraryId(): string {
  return parameters['library_id'] ?? '';
}

async function send({ method, path }: Call, fields: readonly Field[]) {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? 'unknown');
  const sentIn = (place: Field['place']) =>
    Object.fromEntries(
      fields.filter((field) => field.place === place).map((field) => [field.name, example(field.schema)]),
    );
  const query = new URLSearchParams(sentIn('query')).toString();
  const body = sentIn('body');
  return app().call(method, query === '' ? address : `${address}?${query}`, {
    token: app().adminToken,
    ...(Object.keys(body).length === 0 ? {} : { form: body }),
  });
}

describe('the description of the interface', () => {
  it('is OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate({ ...structuredClone(document) });
    expect([valid, errors]).toEqual([true, undefined]);
    expect(validator.version).toBe('3.1');
  });

  it('has every route of the server and nothing else', () => {
    // OpenAPI has no words for the methods of WebDAV, which RFC 4918 describes.
    const calledHere = known.filter(({ pattern }) => !/^\/(seaf)?dav(\/|$)/.test(pattern));
    const registered = calledHere.map(({ method, pattern }) => `${method} ${described(pattern)}`);
    expect(
      calls()
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...new Set(registered)].sort());
    expect(registered.length).toBeGreaterThan(300);
    const plain = known.map(({ method, pattern }) => `${method} ${plainAddress(pattern)}`);
    expect(Object.keys(ALL_CALLS).filter((name) => !plain.includes(name))).toEqual([]);
  });

  it('says of every call what it is for, who may make it and how it is refused', () => {
    const ids = calls().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { name, path, operation } of calls()) {
      expect([name, operation.summary]).toEqual([name, expect.stringMatching(/^[A-Z].*\.$/)]);
      const inPath = operation.parameters.filter((one) => one.in === 'path').map((one) => `{${one.name}}`);
      expect([name, inPath]).toEqual([name, path.match(/\{\w+\}/g) ?? []]);
      const isOpen = operation.security.length === 0;
      // Sync clients give up on anything that they do not know.
      const hasOwnToken = operation.security.some((scheme) => !('token' in scheme));
      expect([name, '401' in operation.responses]).toEqual([name, !isOpen && !hasOwnToken]);
      const isOfSync = hasOwnToken && !operation.security.some((scheme) => 'libraryToken' in scheme);
      if (isOfSync) expect([name, '400' in operation.responses]).toEqual([name, true]);
    }
  });

  it('has one shape under a name', () => {
    const shapes = new Map<string, Shape>();
    const clashes = new Set<string>();
    const collect = (shape: Shape): void => {
      if (shape.is === 'named') {
        const known = shapes.get(shape.name);
        if (known !== undefined && !isDeepStrictEqual(known, shape.shape)) clashes.add(shape.name);
        shapes.set(shape.name, shape.shape);
        collect(shape.shape);
      } else if (shape.is === 'object')
        for (const member of Object.values(shape.members)) collect(member.shape);
      else if (shape.is === 'either') shape.of.forEach(collect);
      else if (shape.is === 'list' || shape.is === 'map') collect(shape.of);
    };
    for (const { answer } of Object.values(ALL_CALLS)) if (answer !== null) collect(answer);
    expect([...clashes]).toEqual([]);
  });

  it('names fields without which a call is refused', async () => {
    let asked = 0;
    for (const call of calls()) {
      const fields = requiredFields(call.operation);
      for (const left of fields) {
        const answer = await send(
          call,
          fields.filter((field) => field !== left),
        );
        const isRefused = answer.status >= 400 && answer.status < 500;
        expect([call.name, left.name, answer.status, isRefused]).toEqual([
          call.name,
          left.name,
          answer.status,
          true,
        ]);
        asked += 1;
      }
    }
    expect(asked).toBeGreaterThan(100);
  });

  it('gives bounds that are kept', async () => {
    const range = { token: app().adminToken, form: { keep_days: '-1' } };
    const trash = `/api/v2.1/repos/${libraryId()}/trash/`;
    expect(document.paths['/api/v2.1/repos/{library_id}/trash/']?.['delete']?.requestBody?.required).toBe(
      false,
    );
    expect(document.components.schemas['DeleteApiV21ReposLibraryIdTrashFields']).toEqual({
      type: 'object',
      properties: {
        keep_days: { type: 'integer', minimum: 0, description: 'Cuts history to this many days as well.' },
      },
    });
    expect((await app().call('DELETE', trash, range)).json).toEqual({ error_msg: 'keep_days invalid.' });
  });

  it('describes what can be asked, answered and refused', () => {
    const operation = document.paths['/api2/repos/{library_id}/owner/']?.['put'];
    expect(operation?.parameters).toEqual([
      {
        name: 'library_id',
        in: 'path',
        required: true,
        schema: {
          type: 'string',
          pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
        },
      },
    ]);
    expect(document.components.schemas['PutApi2ReposLibraryIdOwnerFields']).toEqual({
      type: 'object',
      properties: {
        owner: { type: 'string', description: 'E-mail of a user, or `<n>@service_group`.' },
        reshare: { type: 'boolean', default: false, description: 'Whether shares stay.' },
      },
      required: ['owner'],
    });
    expect(operation?.responses['200']).toEqual({
      description: 'Done.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Success' } } },
    });
    expect(operation?.responses['404']?.description).toBe(
      '`library-not-found`: Library … not found.\n\n`user-not-found`: User … not found.\n\n' +
        '`group-not-found`: User 7@service_group not found.',
    );
  });

  it('is for whoever has a token, as a page too', async () => {
    expect((await app().call('GET', PATH)).status).toBe(403);
    expect((await app().call('GET', '/api/local/v1/docs/')).status).toBe(403);
    const token = await app().addUser('reader@example.com');
    const page = await app().call('GET', '/api/local/v1/docs/', { token });
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(page.text).toContain(
      '<code>PUT /api2/repos/{library_id}/owner/</code> Gives a library to another owner.',
    );
    expect(page.text).not.toMatch(/<script|<link|src=|style="/);
    for (const [, name = ''] of page.text.matchAll(/href="#(\w+)"/g))
      expect(page.text).toContain(`id="${name}"`);
  });
});
