import type { CallSpec } from '../../../src-shared/contract/call-spec.ts';
import type { FieldSpec } from '../../../src-shared/contract/field-spec.ts';
import { DOMAIN_ERROR_CODES, type DomainErrorCode } from '../../../src-shared/error-codes.ts';
import type { DeclaredRoute } from '../declared-routes.ts';
import { type ErrorWording, textOf, wordingOf } from '../error-wording.ts';
import { ERROR_TABLES } from '../errors.ts';

/** Any call may be refused with these: they say something of the server, not of what was asked. */
export const GENERAL_REFUSALS = [
  'busy',
  'disk-full',
  'library-damaged',
  'object-collision',
  'object-corrupt',
  'object-missing',
  'throttled',
] as const satisfies readonly DomainErrorCode[];

/** What calls with such parameters may be refused with. */
const BY_PARAMETER: Readonly<Record<string, readonly DomainErrorCode[]>> = {
  ':library_id': ['library-not-found', 'permission-denied'],
  ':commit_id': ['commit-not-found'],
  ':group_id': ['group-not-found', 'permission-denied'],
  ':email': ['user-not-found'],
  ':folder_id': ['linked-folder-not-found'],
};

/** What calls about items may be refused with. */
const OF_PATHS = ['path-invalid', 'folder-not-found', 'not-a-folder'] as const;

/** What calls that change a library may be refused with. */
const OF_CHANGES = ['library-read-only', 'head-moved', 'quota-exceeded'] as const;

/** All that a call may be refused with, in the order of the table, the general refusals aside. */
export function refusalsOf({ method, url, call }: Pick<DeclaredRoute, 'method' | 'url' | 'call'>) {
  const codes = new Set<DomainErrorCode>(call.refuses ?? []);
  for (const [parameter, implied] of Object.entries(BY_PARAMETER)) {
    if (url.includes(parameter)) for (const code of implied) codes.add(code);
  }
  if (call.passwordAgain !== undefined) codes.add('password-needed');
  for (const field of fieldsOf(call)) for (const code of refusalsOfField(field)) codes.add(code);
  const changesLibrary = codes.has('library-not-found') && method !== 'GET' && method !== 'HEAD';
  if (changesLibrary) for (const code of OF_CHANGES) codes.add(code);
  return DOMAIN_ERROR_CODES.filter((code) => codes.has(code));
}

function fieldsOf({ query, body }: CallSpec): FieldSpec[] {
  return [...Object.values(query ?? {}), ...Object.values(body ?? {})];
}

function refusalsOfField({ required, format, kind }: FieldSpec): readonly DomainErrorCode[] {
  return [
    'argument-invalid',
    ...(required === false ? [] : (['argument-missing'] as const)),
    ...(format === 'path' ? OF_PATHS : []),
    ...(format === 'cursor' ? (['cursor-invalid'] as const) : []),
    ...(kind === 'library-id' ? (['library-not-found', 'permission-denied'] as const) : []),
    ...(kind === 'commit-id' ? (['commit-not-found'] as const) : []),
  ];
}

/** A refusal in the words of a route. What it names stands as an ellipsis. */
export interface WordedRefusal {
  readonly code: DomainErrorCode;
  readonly status: number;
  readonly text: string;
}

export function wordedRefusals(route: DeclaredRoute): WordedRefusal[] {
  return refusalsOf(route).map((code) => {
    const wording = wordingOf(code, ERROR_TABLES[route.surface], route.errors);
    return { code, status: wording.status, text: exampleText(code, wording) };
  });
}

function exampleText(code: DomainErrorCode, wording: ErrorWording): string {
  if (wording.body !== undefined) return JSON.stringify(wording.body);
  // Departments are named by their number.
  const value = code === 'group-not-found' ? '7' : '…';
  return textOf(wording, { field: '…', value, target: '…', retryAfterSeconds: 1 });
}
