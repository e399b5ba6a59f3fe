import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import type { Api } from '../../api/api.ts';

/** Pages of a hundred: more than that is not worth looking through. */
const MOST_PAGES = 20;

/** All libraries of the server, the largest first, for administrators. */
export async function everyLibrary({ call }: Pick<Api, 'call'>): Promise<readonly LocalLibraryJson[]> {
  const all: LocalLibraryJson[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer: { libraries: readonly LocalLibraryJson[]; cursor: string | null } = await call(
      'GET admin/libraries/',
      { cursor },
    );
    all.push(...answer.libraries);
    cursor = answer.cursor;
    if (cursor === null) break;
  }
  return all.sort((a, b) => b.size - a.size);
}
