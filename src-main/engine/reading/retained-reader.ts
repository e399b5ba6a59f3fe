import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryObjects } from '../../store/objects/object-store.ts';
import type { Ports } from '../ports.ts';

export type RetainedReaderDependencies = Pick<Ports, 'libraryTable' | 'objects'>;

/** The record of a library as the reader looked it up: what it says is kept was there then. */
export type FoundLibrary = Pick<Library, 'id' | 'retainedFromSeq'>;

export type RetainedReader = Pick<LibraryObjects, 'read' | 'sizeOf'>;

/**
 * Reads objects of a library for a caller that has looked it up a while ago. Garbage collection does not wait for
 * readers: what retention has released since then may be gone, which is no damage and must not be reported as such.
 * Reading throws DomainError `head-moved` or `library-not-found` then, and `object-missing` for damage only.
 */
export function retainedReader(
  { libraryTable, objects }: RetainedReaderDependencies,
  library: FoundLibrary,
): RetainedReader {
  const store = objects.library(library.id);
  return {
    sizeOf: (kind, id) => store.sizeOf(kind, id),
    async read(kind, id, options) {
      try {
        return await store.read(kind, id, options);
      } catch (error) {
        if (!(error instanceof DomainError) || error.code !== 'object-missing') throw error;
        const now = libraryTable.find(library.id);
        if (now === null) throw new DomainError('library-not-found', { value: library.id });
        if (now.retainedFromSeq === library.retainedFromSeq) throw error;
        throw new DomainError('head-moved', { value: id, reason: 'content-collected' });
      }
    },
  };
}
