import { DomainError } from '../../core/errors.ts';
import { checkClientEncryption } from '../../core/library/encryption.ts';
import type { LibraryStatus } from '../../core/library/library.ts';
import { isLibraryId, type LibraryId } from '../../core/library/library-id.ts';
import { checkLibraryName } from '../../core/library/name.ts';
import type { Owner } from '../../core/library/owner.ts';
import type { AdminLibraries, LibraryUpdate } from '../../usecases/libraries/admin-libraries.ts';
import type { CreateLibraryRequest } from '../../usecases/libraries/libraries.ts';
import type { LibraryKind } from '../../usecases/libraries/library-listing.ts';
import { type Fields, given, parseLibraryId } from '../declared-fields.ts';
import { parseOwner } from './values.ts';

const KINDS: readonly LibraryKind[] = ['mine', 'shared', 'group', 'org'];

/** The kinds in a comma-separated list; all of them when it is absent or empty. Unknown words stand for nothing. */
export function parseLibraryKinds(text: string | undefined): ReadonlySet<LibraryKind> {
  if (text === undefined || text === '') return new Set(KINDS);
  const words = text.split(',');
  return new Set(KINDS.filter((kind) => words.includes(kind)));
}

/** The same for the younger surface: repeated values, and `public` for what the older one calls `org`. */
export function parseLibraryTypes(values: readonly string[]): ReadonlySet<LibraryKind> {
  if (values.length === 0) return new Set(KINDS);
  return new Set(KINDS.filter((kind) => values.includes(kind === 'org' ? 'public' : kind)));
}

/** Clients ask for 50 at a time. */
const MAX_IDS = 200;

/** The libraries of a comma-separated list. @throws DomainError `argument-missing`, `argument-invalid` */
export function parseLibraryIds(text: string | undefined, field = 'repos'): ReadonlySet<LibraryId> {
  if (text === undefined || text === '') throw new DomainError('argument-missing', { field });
  const words = text.split(',').filter((word) => word !== '');
  const ids = words.filter(isLibraryId);
  if (words.length > MAX_IDS || ids.length < words.length)
    throw new DomainError('argument-invalid', { field });
  return new Set(ids);
}

/**
 * What `POST /api2/repos/` asks for.
 * @throws DomainError `argument-missing` without a name; `name-invalid`; `argument-invalid` for an id or key material
 * that clients could not use
 */
export function parseCreateLibrary(body: Fields): CreateLibraryRequest {
  const name = body.required('name');
  checkLibraryName(name);
  const description = body.text('desc') ?? '';
  if (body.optional('repo_id') === undefined) {
    const password = body.optional('passwd');
    return password === undefined ? { name, description } : { name, description, password };
  }
  const libraryId = parseLibraryId(body.text('repo_id'), 'repo_id');
  const encryption = checkClientEncryption({
    enc_version: body.text('enc_version'),
    magic: body.text('magic'),
    random_key: body.text('random_key'),
    salt: body.text('salt'),
    pwd_hash: body.text('pwd_hash'),
    pwd_hash_algo: body.text('pwd_hash_algo'),
    pwd_hash_params: body.text('pwd_hash_params'),
  });
  return { name, description, client: { libraryId, encryption } };
}

type LibraryOrder = Parameters<AdminLibraries['list']>[1]['order'];
type LibraryFilter = Parameters<AdminLibraries['filter']>[1];

/** @throws DomainError `argument-invalid` */
export function parseLibraryOrder(text: string | undefined): LibraryOrder {
  if (text === undefined || text === '') return 'updated';
  return text === 'size' ? 'size' : 'file-count';
}

export interface LibraryQuery {
  /** Null: list everything, by pages. `nobody`: the text is no owner that could have anything. */
  readonly filter: LibraryFilter | 'nobody' | null;
  /** What the answer repeats of the question. */
  readonly echo: { readonly name: string; readonly owner: string };
}

/** The `owner` and `name` filters of a listing. */
export function parseLibraryFilter(query: Fields): LibraryQuery {
  const name = query.optional('name');
  const ownerText = query.optional('owner');
  const echo = { name: name ?? '', owner: ownerText ?? '' };
  if (name === undefined && ownerText === undefined) return { filter: null, echo };
  const owner = ownerText === undefined ? undefined : knownForm(ownerText);
  if (owner === null) return { filter: 'nobody', echo };
  return { filter: given({ owner, nameContains: name }), echo };
}

/** An owner that has no libraries is an empty listing, one that is written wrongly as well. */
function knownForm(text: string): Owner | null {
  try {
    return parseOwner(text);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/**
 * What one PUT changes about a library: at least one of status, name and owner.
 * @throws DomainError `argument-invalid`; `argument-missing` when there is none of them
 */
export function parseLibraryUpdate(body: Fields): LibraryUpdate {
  const status = body.text('status');
  const name = body.text('name');
  const owner = body.text('owner');
  if (status === undefined && name === undefined && owner === undefined)
    throw new DomainError('argument-missing', { field: 'status, name or owner' });
  return given({
    status: status === undefined ? undefined : parseStatus(status),
    name,
    owner: owner === undefined ? undefined : parseOwner(owner),
  });
}

function parseStatus(text: string): LibraryStatus {
  if (text === 'normal' || text === 'read-only') return text;
  throw new DomainError('argument-invalid', { field: 'status' });
}
