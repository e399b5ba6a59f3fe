import type { LocalLibraryJson } from '../../src-shared/libraries-api.ts';
import { t } from './messages.ts';
import { libraryName, personName, visibleName } from './name.ts';

/** A library as far as it is told from others. */
type Named = Pick<LocalLibraryJson, 'id' | 'name' | 'owner' | 'owner_name' | 'folder'>;

function isSameName(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a.trim().toLowerCase() === b.trim().toLowerCase();
}

/** The first other library of that name; null: there is none. */
export function namesake<L extends Named>(
  name: string,
  all: readonly L[],
  ownId: string | null = null,
): L | null {
  return all.find((other) => other.id !== ownId && isSameName(other.name, name)) ?? null;
}

/** What a person should know of a name before a library gets it; empty: no other library has it. */
export function nameWarning(name: string, all: readonly Named[], ownId: string | null = null): string {
  const other = namesake(name, all, ownId);
  return other === null ? '' : t('sameNameAs', { name: visibleName(name), which: whichOne(other) });
}

/** What tells the library from others of its name; empty: no other has it. */
export function distinction(library: Named, all: readonly Named[]): string {
  return namesake(library.name ?? '', all, library.id) === null ? '' : whichOne(library);
}

/** The name, with what tells the library from others of that name. */
export function libraryLabel(library: Named, all: readonly Named[]): string {
  const name = visibleName(libraryName(library));
  const which = distinction(library, all);
  return which === '' ? name : t('labelWith', { name, which });
}

function whichOne({ id, owner, owner_name: ownerName, folder }: Named): string {
  if (folder) return visibleName(folder.path);
  return t('noFolderOf', { owner: personName(ownerName, owner), id: id.slice(0, 8) });
}
