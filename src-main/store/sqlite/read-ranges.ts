import type { Database } from 'better-sqlite3';
import type { ReadRange } from '../../core/objects/read-ranges.ts';

/** When the objects of a data folder were read last. Of no library; a database that is made again has none, and all is read. */
export function createReadRangeTable(db: Database) {
  const all = db.prepare<[string], ReadRange>(
    'SELECT up_to AS upTo, since_s AS sinceSeconds, bytes FROM read_ranges WHERE place = ? ORDER BY up_to',
  );
  const clear = db.prepare('DELETE FROM read_ranges');
  const insert = db.prepare<[ReadRange & { dataFolder: string }]>(
    'INSERT INTO read_ranges (place, up_to, since_s, bytes) VALUES (:dataFolder, :upTo, :sinceSeconds, :bytes)',
  );
  const replace = db.transaction((dataFolder: string, ranges: readonly ReadRange[]): void => {
    clear.run();
    for (const range of ranges) insert.run({ dataFolder, ...range });
  });

  return {
    /** In their order; empty: nothing was noted of this data folder. */
    all: (dataFolder: string): readonly ReadRange[] => all.all(dataFolder),
    /** Also forgets what was noted of others: this one is a copy of theirs. In one transaction, durable on return. */
    replace: (dataFolder: string, ranges: readonly ReadRange[]): void =>
      replace.immediate(dataFolder, ranges),
  };
}
