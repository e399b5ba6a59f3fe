import type { LibraryId } from '../core/library/library-id.ts';
import { KIND_CODES, kindOfCode } from './objects/kind-codes.ts';
import type { ObjectName, StoredObject } from './objects/object-store.ts';
import type { ObjectIndex } from './sqlite/object-index.ts';

/** All that is on record, of all libraries, in one order: by library, kind and id. */
export interface StoredOrder {
  isEmpty(): boolean;
  /** Everything behind a position, read page by page; '' from the first on. */
  after(position: string): Iterable<OrderedObject>;
}

export interface OrderedObject extends StoredObject {
  readonly libraryId: LibraryId;
  /** Its position in the order. */
  readonly position: string;
}

/** One page blocks the event loop for less than a millisecond. */
const ROWS_A_PAGE = 500;

export function createStoredOrder(index: ObjectIndex): StoredOrder {
  function* inLibrary(libraryId: LibraryId, after: ObjectName | null): Iterable<OrderedObject> {
    const storeKey = index.findStore(libraryId);
    let last = after;
    while (storeKey !== null) {
      const page = index.listAfter(storeKey, last, ROWS_A_PAGE);
      for (const { kind, id, sizeBytes, storedBytes, storedAtSeconds } of page) {
        const position = `${libraryId}/${KIND_CODES[kind]}${id}`;
        yield { kind, id, sizeBytes, storedBytes, storedAtSeconds, libraryId, position };
      }
      last = page.at(-1) ?? null;
      if (page.length < ROWS_A_PAGE) return;
    }
  }

  return {
    isEmpty: () => index.libraries().length === 0,
    *after(position) {
      const [first = ''] = position.split('/');
      for (const libraryId of index.libraries().sort())
        if (libraryId >= first) yield* inLibrary(libraryId, libraryId === first ? nameAt(position) : null);
    },
  };
}

function nameAt(position: string): ObjectName | null {
  const name = position.slice(position.indexOf('/') + 1);
  const kind = kindOfCode(Number(name.charAt(0)));
  return kind === null ? null : { kind, id: name.slice(1) };
}
