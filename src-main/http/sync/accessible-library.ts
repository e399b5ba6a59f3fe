import type { ListedLibrary } from '../../usecases/libraries/library-listing.ts';
import { LIBRARY_FORMAT } from '../present/libraries.ts';
import { ownerId } from '../present/values.ts';

const TYPES = { mine: 'repo', shared: 'srepo', group: 'grepo', org: 'grepo' } as const;

/** A row of `GET /seafhttp/accessible-repos/`. */
export function accessibleLibrary({ view, place }: ListedLibrary) {
  const { library, permission } = view;
  return {
    version: LIBRARY_FORMAT,
    id: library.id,
    head_commit_id: library.headId,
    name: library.name,
    mtime: library.updatedAtSeconds,
    permission,
    type: TYPES[place.kind],
    owner: ownerId(library.owner),
  };
}
