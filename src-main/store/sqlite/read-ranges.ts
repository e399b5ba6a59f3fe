import type { Database } from 'better-sqlite3';
import type { ReadRange } from '../../core/objects/read-ranges.ts';

/** When the objects of a data folder were read last. Of no library; a database that is made again has none, and all is read. */
export function createReadRangeTable(db: Database) {
  const all = db.prepare<[string], ReadRange>(
    'SELECT up_to AS upTo, since_s AS sinceSeconds, bytes FROM read_ranges WHERE place = ? ORDER BY up_to',
  );
  const clear = db.prepare('DELETE FROM read_ranges');
  const insert = db.prepare<[ReadRange & { place: string }]>(
    'INSERT INTO read_ranges (place, up_to, since_s, bytes) VALUES (:place, :upTo, :sinceSeconds, :bytes)',
  );
  const replace = db.transaction((place: string, ranges: readonly ReadRange[]): void => {
    clear.run();
    for (const range of ranges) insert.run({ place, ...range });
  });

  return {
    /** In their order; empty: nothing was noted of the data folder at this place. */
    all: (place: string): readonly ReadRange[] => all.all(place),
    /** Also forgets what was noted of others: this one is a copy of theirs. In one transaction, durable on return. */
    replace: (place: string, ranges: readonly ReadRange[]): void => replace.immediate(place, ranges),
  };
}
