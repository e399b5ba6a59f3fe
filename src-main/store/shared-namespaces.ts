import type { LibraryId } from '../core/library/library-id.ts';
import type { ObjectStore } from './objects/object-store.ts';

/**
 * A store in which folder libraries have the objects of the library that they are in. Only whole namespaces are removed, by the
 * very id, so a folder library never takes along what others need.
 */
export function shareNamespaces(
  store: ObjectStore,
  originOf: (id: LibraryId) => LibraryId | null,
): ObjectStore {
  return {
    library: (id) => store.library(originOf(id) ?? id),
    acceptContent: (sizeBytes) => store.acceptContent(sizeBytes),
    removeLibrary: (id) => store.removeLibrary(id),
    close: () => store.close(),
  };
}
