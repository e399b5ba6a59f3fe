import type { Database } from 'better-sqlite3';

/** Puts rows into a table in their order, a value for each column. */
export type PutRows = (rows: readonly Row[]) => void;

export type Row = readonly (string | number | null)[];

/** A statement for each row takes twice the time; more than this gains nothing. */
const ROWS_AT_ONCE = 64;

/**
 * Prepares an insert of many rows. Callers bring the transaction.
 *
 * @param insert a statement up to `VALUES`, as `INSERT INTO commits (seq, id)`
 * @param columns how many it names
 */
export function preparePutRows(db: Database, insert: string, columns: number): PutRows {
  const row = `(${Array(columns).fill('?').join(', ')})`;
  const one = db.prepare(`${insert} VALUES ${row}`);
  const many = db.prepare(`${insert} VALUES ${Array(ROWS_AT_ONCE).fill(row).join(', ')}`);
  return (rows) => {
    let at = 0;
    for (; at + ROWS_AT_ONCE <= rows.length; at += ROWS_AT_ONCE)
      many.run(rows.slice(at, at + ROWS_AT_ONCE).flat());
    for (const single of rows.slice(at)) one.run(single);
  };
}
