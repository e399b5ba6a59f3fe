import type { Database } from 'better-sqlite3';
import { KIND_CODES, kindOfCode } from '../objects/kind-codes.ts';
import type { DamagedObject, ObjectName } from '../objects/object-store.ts';

interface DamagedRow {
  kind: number;
  id: Buffer;
  found_at_s: number;
  reason: string;
}

type Key = [storeKey: number, kind: number, id: Buffer];

const PAGE_ROWS = 1_000;

/** The objects of all libraries whose stored copy was found damaged. */
export type DamagedObjectTable = ReturnType<typeof createDamagedObjectTable>;

export function createDamagedObjectTable(db: Database) {
  const statements = prepare(db);

  const addAll = db.transaction((storeKey: number, objects: readonly DamagedObject[]): void => {
    for (const object of objects) {
      statements.insert.run(...keyOf(storeKey, object), object.foundAtSeconds, object.reason);
    }
  });

  return {
    has: (storeKey: number, object: ObjectName): boolean =>
      statements.has.get(...keyOf(storeKey, object)) !== undefined,

    /** Whether the library has any; a library without is never asked about single objects. */
    hasAny: (storeKey: number): boolean => statements.any.get(storeKey) !== undefined,

    /** In one transaction. What is known already stays as it is. */
    addAll: (storeKey: number, objects: readonly DamagedObject[]): void =>
      addAll.immediate(storeKey, objects),

    remove(storeKey: number, object: ObjectName): void {
      statements.remove.run(...keyOf(storeKey, object));
    },

    /** Those of a library, ordered by kind and id, read page by page. */
    *list(storeKey: number): Iterable<DamagedObject> {
      let after: Key = [storeKey, 0, Buffer.alloc(0)];
      for (;;) {
        const rows = statements.page.all(...after, PAGE_ROWS);
        for (const row of rows) yield damagedOf(row);
        const last = rows.at(-1);
        if (last === undefined) return;
        after = [storeKey, last.kind, last.id];
      }
    },

    removeAll(storeKey: number): void {
      statements.removeAll.run(storeKey);
    },
  };
}

function prepare(db: Database) {
  return {
    has: db.prepare<Key, { found: 1 }>(
      'SELECT 1 AS found FROM damaged_objects WHERE store_key = ? AND kind = ? AND id = ?',
    ),
    any: db.prepare<[number], { found: 1 }>(
      'SELECT 1 AS found FROM damaged_objects WHERE store_key = ? LIMIT 1',
    ),
    insert: db.prepare<[...Key, number, string]>(
      `INSERT INTO damaged_objects (store_key, kind, id, found_at_s, reason) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
    ),
    remove: db.prepare<Key>('DELETE FROM damaged_objects WHERE store_key = ? AND kind = ? AND id = ?'),
    removeAll: db.prepare<[number]>('DELETE FROM damaged_objects WHERE store_key = ?'),
    page: db.prepare<[...Key, number], DamagedRow>(
      `SELECT kind, id, found_at_s, reason FROM damaged_objects
       WHERE store_key = ? AND (kind, id) > (?, ?) ORDER BY kind, id LIMIT ?`,
    ),
  };
}

function keyOf(storeKey: number, { kind, id }: ObjectName): Key {
  return [storeKey, KIND_CODES[kind], Buffer.from(id, 'hex')];
}

function damagedOf(row: DamagedRow): DamagedObject {
  const kind = kindOfCode(row.kind);
  if (kind === null) throw new Error(`Damaged object of unknown kind ${row.kind}`);
  return { kind, id: row.id.toString('hex'), foundAtSeconds: row.found_at_s, reason: row.reason };
}
