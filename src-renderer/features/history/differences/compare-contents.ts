import type { DifferenceJson } from '../../../../src-shared/compare-api.ts';
import type { Api } from '../../../api/api.ts';
import { compareHref } from '../../../format/address.ts';

interface Snapshots {
  readonly libraryId: string;
  readonly olderId: string;
  readonly newerId: string;
}

/**
 * Where the contents of a file at two snapshots are compared. The page for that knows versions by the commits that made
 * them, so these are asked for.
 */
export async function contentsHref(
  api: Pick<Api, 'call'>,
  { libraryId, olderId, newerId }: Snapshots,
  { path, new_path }: DifferenceJson,
): Promise<string> {
  const now = new_path || path;
  const [before, after] = await Promise.all([
    api.call('GET libraries/:library_id/versions/', { library_id: libraryId, path, commit: olderId }),
    api.call('GET libraries/:library_id/versions/', { library_id: libraryId, path: now, commit: newerId }),
  ]);
  return compareHref({
    ...{ libraryId, path: now, at: newerId },
    ...{ before: before.versions[0]?.commit_id ?? null, after: after.versions[0]?.commit_id ?? null },
  });
}
