import type { LibraryId } from '../../core/library/library-id.ts';
import type { MovedPath } from '../../core/library/moved-paths.ts';

/** What people have noted about items by their path. */
interface ItemMarks {
  /**
   * Takes everybody's marks along, with what is below. All moves are made at once, so that items may change places.
   * Callers bring the transaction.
   */
  follow(library: LibraryId, moves: readonly MovedPath[]): void;
}

/** Everything that goes along with an item: stars, smart links, folder libraries. */
export function createItemMarks(...tables: readonly ItemMarks[]): ItemMarks {
  return {
    follow(library, moves) {
      if (moves.length === 0) return;
      for (const table of tables) table.follow(library, moves);
    },
  };
}
