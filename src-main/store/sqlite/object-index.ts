import type { Database } from 'better-sqlite3';
import type { LibraryId } from '../../core/library/library-id.ts';
import { KIND_CODES, kindOfCode } from '../objects/kind-codes.ts';
import type { ObjectKind } from '../objects/object-store.ts';
import type { Encoding } from '../objects/pack-format.ts';
import { RECORD_HEADER_BYTES } from '../objects/pack-format.ts';

/** Where a durable object lies. */
export interface ObjectPlace {
  readonly kind: ObjectKind;
  readonly id: string;
  /** Number of its pack; 0 when it has a file of its own. */
  readonly pack: number;
  /** Bytes before its record in the pack. */
  readonly offset: number;
  /** Length of the payload of its record. */
  readonly storedBytes: number;
  readonly encoding: Encoding;
  readonly sizeBytes: number;
}

/** A pack, and where the last object on record in it ends. */
export interface PackEnd {
  readonly pack: number;
  readonly endOffset: number;
}

interface PlaceRow {
  kind: number;
  id: Buffer;
  pack: number;
  offset: number;
  stored_bytes: number;
  encoding: number;
  size_bytes: number;
}

type Key = [storeKey: number, kind: number, id: Buffer];

/** Rows read at once while listing: one page blocks the event loop for about a millisecond. */
const PAGE_ROWS = 1_000;

/** The durable objects of all libraries. Only objects that are whole and durable on disk may be inserted. */
export type ObjectIndex = ReturnType<typeof createObjectIndex>;

export function createObjectIndex(db: Database) {
  const statements = prepare(db);

  const insertAll = db.transaction((storeKey: number, places: readonly ObjectPlace[]) => {
    const ends = new Map<number, number>();
    // In key order each insert lands beside the last one, on a page that is in memory.
    for (const { code, key, place } of places.map(keyed).sort(byKey)) {
      const encoding = place.encoding === 'zlib' ? 1 : 0;
      statements.insert.run(
        storeKey,
        code,
        key,
        place.pack,
        place.offset,
        place.storedBytes,
        encoding,
        place.sizeBytes,
      );
      const end = place.offset + RECORD_HEADER_BYTES + place.storedBytes;
      if (place.pack > 0) ends.set(place.pack, Math.max(end, ends.get(place.pack) ?? 0));
    }
    for (const [pack, end] of ends) statements.insertPack.run(storeKey, pack, end);
  });

  return {
    /** The number that stands for a library; null when it has no objects on record. */
    findStore: (libraryId: LibraryId): number | null =>
      statements.findStore.get(libraryId)?.store_key ?? null,

    /** The number that stands for a library, given one if it has none. */
    storeKey(libraryId: LibraryId): number {
      const found = statements.findStore.get(libraryId);
      if (found !== undefined) return found.store_key;
      return Number(statements.insertStore.run(libraryId).lastInsertRowid);
    },

    find(storeKey: number, kind: ObjectKind, id: string): ObjectPlace | null {
      const row = statements.find.get(storeKey, KIND_CODES[kind], Buffer.from(id, 'hex'));
      return row === undefined ? null : placeOf(row);
    },

    has: (storeKey: number, kind: ObjectKind, id: string): boolean =>
      statements.has.get(storeKey, KIND_CODES[kind], Buffer.from(id, 'hex')) !== undefined,

    /** Records objects in one transaction. A place on record for the same object is replaced. */
    insertAll: (storeKey: number, places: readonly ObjectPlace[]): void =>
      insertAll.immediate(storeKey, places),

    /**
     * Every object of a library, ordered by kind and id. Read page by page: nothing is locked between two steps, and
     * what is inserted meanwhile may or may not be seen.
     */
    *listAll(storeKey: number): Iterable<ObjectPlace> {
      let after: Key = [storeKey, 0, Buffer.alloc(0)];
      for (;;) {
        const rows = statements.page.all(...after, PAGE_ROWS);
        yield* rows.map(placeOf);
        const last = rows.at(-1);
        if (last === undefined || rows.length < PAGE_ROWS) return;
        after = [storeKey, last.kind, last.id];
      }
    },

    /** Forgets up to `limit` objects of a library. Returns how many; 0 when none was left. */
    removeSlice: (storeKey: number, limit: number): number =>
      statements.removeSlice.run({ storeKey, limit }).changes,

    /** Forgets a library whose objects have all been removed. */
    removeStore: db.transaction((storeKey: number): void => {
      statements.removePacks.run(storeKey);
      statements.removeStore.run(storeKey);
    }),

    /** The pack of a library with the highest number; null when none is on record. */
    lastPack(storeKey: number): PackEnd | null {
      const row = statements.lastPack.get(storeKey);
      return row === undefined ? null : { pack: row.pack, endOffset: row.end_offset };
    },
  };
}

function prepare(db: Database) {
  const columns = 'kind, id, pack, offset, stored_bytes, encoding, size_bytes';
  return {
    findStore: db.prepare<[string], { store_key: number }>(
      'SELECT store_key FROM object_stores WHERE library_id = ?',
    ),
    insertStore: db.prepare<[string]>('INSERT INTO object_stores (library_id) VALUES (?)'),
    removeStore: db.prepare<[number]>('DELETE FROM object_stores WHERE store_key = ?'),
    find: db.prepare<Key, PlaceRow>(
      `SELECT ${columns} FROM objects WHERE store_key = ? AND kind = ? AND id = ?`,
    ),
    has: db.prepare<Key, { found: 1 }>(
      'SELECT 1 AS found FROM objects WHERE store_key = ? AND kind = ? AND id = ?',
    ),
    insert: db.prepare<[...Key, number, number, number, number, number]>(
      `INSERT OR REPLACE INTO objects (store_key, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    insertPack: db.prepare<[number, number, number]>(
      `INSERT INTO object_packs (store_key, pack, end_offset) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET end_offset = max(end_offset, excluded.end_offset)`,
    ),
    page: db.prepare<[...Key, number], PlaceRow>(
      `SELECT ${columns} FROM objects WHERE store_key = ? AND (kind, id) > (?, ?) ORDER BY kind, id LIMIT ?`,
    ),
    removeSlice: db.prepare<{ storeKey: number; limit: number }>(
      `DELETE FROM objects WHERE store_key = :storeKey AND (kind, id) IN
       (SELECT kind, id FROM objects WHERE store_key = :storeKey ORDER BY kind, id LIMIT :limit)`,
    ),
    lastPack: db.prepare<[number], { pack: number; end_offset: number }>(
      'SELECT pack, end_offset FROM object_packs WHERE store_key = ? ORDER BY pack DESC LIMIT 1',
    ),
    removePacks: db.prepare<[number]>('DELETE FROM object_packs WHERE store_key = ?'),
  };
}

interface KeyedPlace {
  readonly code: number;
  readonly key: Buffer;
  readonly place: ObjectPlace;
}

function keyed(place: ObjectPlace): KeyedPlace {
  return { code: KIND_CODES[place.kind], key: Buffer.from(place.id, 'hex'), place };
}

function byKey(a: KeyedPlace, b: KeyedPlace): number {
  return a.code - b.code || Buffer.compare(a.key, b.key);
}

function placeOf(row: PlaceRow): ObjectPlace {
  const kind = kindOfCode(row.kind);
  if (kind === null) throw new Error(`Object row of unknown kind ${row.kind}`);
  return {
    kind,
    id: row.id.toString('hex'),
    pack: row.pack,
    offset: row.offset,
    storedBytes: row.stored_bytes,
    encoding: row.encoding === 1 ? 'zlib' : 'raw',
    sizeBytes: row.size_bytes,
  };
}
