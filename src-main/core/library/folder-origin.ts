import type { FolderOrigin, Library } from './library.ts';

/** Where a folder is in the library that has the objects: of a folder library that is the one around it. */
export function originOf({ id, origin }: Pick<Library, 'id' | 'origin'>, path: string): FolderOrigin {
  if (origin === undefined) return { id, path };
  return { id: origin.id, path: path === '/' ? origin.path : `${origin.path}${path}` };
}
