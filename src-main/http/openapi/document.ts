import { DOMAIN_ERROR_CODES } from '../../../src-shared/error-codes.ts';
import type { DeclaredRoute } from '../declared-routes.ts';
import { textOf } from '../error-wording.ts';
import { ERROR_TABLES } from '../errors.ts';
import type { Surface } from '../surface.ts';
import { type Operation, operationOf, pathOfRoute } from './operation.ts';
import { GENERAL_REFUSALS } from './refusals.ts';
import type { JsonSchema, NamedSchemas } from './schemas.ts';

/** The interface as OpenAPI 3.1 describes it. */
export interface OpenapiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}

const TAGS: Readonly<Record<Exclude<Surface, 'ui' | 'dav'>, string>> = {
  api2: 'The older Seafile-shaped calls, below `/api2`.',
  'api-v21': 'The newer Seafile-shaped calls, below `/api/v2.1`.',
  admin: 'Administration, below `/api/v2.1/admin`.',
  local: 'Our own calls, for the user interface and the command line, below `/api/local/v1`.',
  transfer: 'The bytes of files, below `/seafhttp`.',
  sync: 'What official sync clients use, below `/seafhttp` and at `/notification`.',
  public: 'Pages for people who have nothing but a link.',
};

const TEXT = { type: 'string' } as const;

const REFUSALS: readonly (readonly [string, JsonSchema])[] = [
  [
    'Refusal',
    {
      type: 'object',
      description: 'One of these members, by call.',
      properties: { error_msg: TEXT, detail: TEXT, non_field_errors: { type: 'array', items: TEXT } },
    },
  ],
  [
    'LocalRefusal',
    {
      type: 'object',
      description:
        'The code stands in the header `X-Keepfold-Error` as well. A reason refines it; the field and the value with it say what it is about.',
      properties: { error_code: TEXT, error_msg: TEXT, reason: TEXT, field: TEXT, value: TEXT },
      required: ['error_code', 'error_msg'],
    },
  ],
  ['UploadRefusal', { type: 'object', properties: { error: TEXT }, required: ['error'] }],
];

const TOKEN = {
  type: 'apiKey',
  in: 'header',
  name: 'Authorization',
  description: '`Token <40 hexadecimal digits>`; `Bearer` is taken for `Token`.',
} as const;

const LIBRARY_TOKEN = { ...TOKEN, description: 'The same, with a token of `repo-api-tokens/`.' } as const;

/** Describes the routes, and nothing else. Equal routes give equal documents, to the byte. */
export function openapiDocument(routes: readonly DeclaredRoute[], version: string): OpenapiDocument {
  const named: NamedSchemas = new Map(REFUSALS);
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of [...routes].sort(byAddress)) {
    const path = pathOfRoute(route.url);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, named) };
  }
  const tokenHeaders = routes.flatMap(({ call }) => call.tokenHeader ?? []);
  return {
    openapi: '3.1.0',
    info: { title: 'Keepfold', version, description: introduction() },
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        token: TOKEN,
        libraryToken: LIBRARY_TOKEN,
        ...Object.fromEntries(
          tokenHeaders.map((name) => [name, { type: 'apiKey', in: 'header', name }] as const),
        ),
      },
      schemas: Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

function byAddress(a: DeclaredRoute, b: DeclaredRoute): number {
  const [first, second] = [a, b].map(({ url, method }) => `${pathOfRoute(url)} ${method}`);
  return (first ?? '') < (second ?? '') ? -1 : 1;
}

/** What holds for all calls. */
function introduction(): string {
  const general = DOMAIN_ERROR_CODES.filter((code) => GENERAL_REFUSALS.some((one) => one === code));
  const lines = general.map((code) => {
    const wording = ERROR_TABLES.local[code];
    return `- \`${code}\`, ${wording.status}: ${textOf(wording, { value: '…', retryAfterSeconds: 1 })}`;
  });
  return [
    'Addresses are there with and without the slash at their end.',
    'Bodies are JSON objects, URL-encoded forms or multipart forms, whichever a client prefers; booleans are `true`, `t`, `1`, `false`, `f`, `0`.',
    'Any call may be refused with 400 for a body that cannot be read, 405, 406, 413, 414, 415, with 500 for a fault, and with:',
    lines.join('\n'),
  ].join('\n\n');
}
