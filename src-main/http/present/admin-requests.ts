import { DomainError } from '../../core/errors.ts';
import type { LibraryStatus } from '../../core/library/library.ts';
import type { Owner } from '../../core/library/owner.ts';
import type { AdminLibraries, LibraryUpdate } from '../../usecases/libraries/admin-libraries.ts';
import type { Fields } from '../declared-fields.ts';
import { parseOwner } from './owner-id.ts';
import { optional } from './parse-fields.ts';

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
  const name = optional(query, 'name');
  const ownerText = optional(query, 'owner');
  const echo = { name: name ?? '', owner: ownerText ?? '' };
  if (name === undefined && ownerText === undefined) return { filter: null, echo };
  const owner = ownerText === undefined ? undefined : knownForm(ownerText);
  if (owner === null) return { filter: 'nobody', echo };
  const filter = {
    ...(owner === undefined ? {} : { owner }),
    ...(name === undefined ? {} : { nameContains: name }),
  };
  return { filter, echo };
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
  if (status === undefined && name === undefined && owner === undefined) {
    throw new DomainError('argument-missing', { field: 'status, name or owner' });
  }
  return {
    ...(status === undefined ? {} : { status: parseStatus(status) }),
    ...(name === undefined ? {} : { name }),
    ...(owner === undefined ? {} : { owner: parseOwner(owner) }),
  };
}

function parseStatus(text: string): LibraryStatus {
  if (text === 'normal' || text === 'read-only') return text;
  throw new DomainError('argument-invalid', { field: 'status' });
}
