import type { Database } from 'better-sqlite3';

/** More than there are devices in use at a time; beyond it everything is forgotten and asked again. */
const MOST_KNOWN = 1_000;

/** Gives what was read for a key before, or reads it. */
export type UntilWritten<Value> = (key: string, read: () => Value) => Value;

/**
 * Remembers what was read until this connection changes any row of any table, by itself or by a cascade; no other process
 * writes while the service runs. For what each request asks. Inside a transaction nothing is remembered, since it may be
 * undone.
 */
export function createUntilWritten<Value>(db: Database): UntilWritten<Value> {
  const countChanges = db.prepare<[], number>('SELECT total_changes()').pluck();
  const known = new Map<string, Value>();
  let knownAt = -1;
  return (key, read) => {
    if (db.inTransaction) return read();
    const changes = countChanges.get() ?? -1;
    if (changes !== knownAt || known.size >= MOST_KNOWN) known.clear();
    knownAt = changes;
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = read();
    known.set(key, value);
    return value;
  };
}
