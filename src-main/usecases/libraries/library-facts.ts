import type { Ports } from '../../engine/ports.ts';
import type { LibraryView } from '../access/library-access.ts';

/** What lists say about a library in addition to its record. */
export interface LibraryFacts {
  /** On which its last change was made; empty: on none, as in a browser. */
  readonly device: string;
  /** People and groups whom it was given; none for those who may not share it, who are not to know. */
  readonly sharedWith: number;
}

/** Facts of libraries that callers reach already. */
export type LibraryFactsOf = ReturnType<typeof createLibraryFacts>;

export function createLibraryFacts({ historyTable, shareTable }: Pick<Ports, 'historyTable' | 'shareTable'>) {
  return ({ library, canShare }: LibraryView): LibraryFacts => {
    const { id, headSeq } = library;
    return {
      device: historyTable.findBySeq(id, headSeq)?.deviceName ?? '',
      sharedWith: canShare ? shareTable.withUsers(id).length + shareTable.withGroups(id).length : 0,
    };
  };
}
