import type { Database } from 'better-sqlite3';
import type { LibraryId } from '../../core/library/library-id.ts';
import { byKindAndId, KIND_CODES, kindOfCode } from '../objects/kind-codes.ts';
import type { ObjectKind, ObjectName } from '../objects/object-store.ts';
import { RECORD_HEADER_BYTES } from '../repository/pack-format.ts';
import { createDamagedObjectTable, type DamagedObjectTable } from './damaged-objects.ts';
import { FreshStores } from './fresh-stores.ts';
import { IndexWriteBuffer, MIN_ROWS_A_BATCH } from './index-write-buffer.ts';
import type { ObjectRow } from './object-row.ts';

/** What is noted about an object on record when a caller was told that it is here. */
export interface Touch extends ObjectName {
  readonly atSeconds: number;
  /** SHA-256 of a block, for a row that lacks it; else null. */
  readonly sha256: Buffer | null;
}

/** What one transaction of a flush records. */
export interface RecordBatch {
  readonly rows: readonly ObjectRow[];
  readonly touches: readonly Touch[];
  /** Those of the rows that replace a damaged copy. */
  readonly repaired: readonly ObjectName[];
}

/** A pack, and where the last object on record in it ends. */
export interface PackEnd {
  readonly pack: number;
  readonly endOffset: number;
}

/** Records that were copied from one pack to the end of another. */
export interface PackMove {
  readonly toPack: number;
  /** Where the last of them ends in the new pack. */
  readonly endOffset: number;
  readonly records: readonly MovedRecord[];
}

export interface MovedRecord extends ObjectName {
  readonly fromPack: number;
  readonly fromOffset: number;
  readonly toOffset: number;
}

interface ObjectTableRow {
  kind: number;
  id: Buffer;
  pack: number;
  offset: number;
  stored_bytes: number;
  encoding: number;
  size_bytes: number;
  stored_at_s: number;
  sha256: Buffer | null;
}

const ID_BYTES = 20;

type Key = [storeKey: number, kind: number, id: Buffer];

/** By the first byte of their ids. */
const BLOCK_PARTS = 256;

/** Rows read at once while listing: one page blocks the event loop for about a millisecond. */
const PAGE_ROWS = 1_000;

export interface ObjectIndexOptions {
  /** From so many rows at once on they are sorted in later. */
  readonly minRows?: number;
}

/** The durable objects of all libraries. Only objects that are whole and durable on disk may be inserted. */
export type ObjectIndex = ReturnType<typeof createObjectIndex>;

export function createObjectIndex(db: Database, { minRows = MIN_ROWS_A_BATCH }: ObjectIndexOptions = {}) {
  const statements = prepare(db);
  const damaged = createDamagedObjectTable(db);
  const fresh = new FreshStores();

  const insert = (storeKey: number, rows: readonly ObjectRow[]) => insertRows(statements, storeKey, rows);
  const buffer = new IndexWriteBuffer(db, { insert, minRows });

  const record = db.transaction((storeKey: number, batch: RecordBatch): void => {
    const isNew = ({ kind, id }: ObjectRow) => !has(storeKey, kind, id);
    const left = buffer.take(storeKey, batch.rows, isNew);
    // What is about to be changed must be in the table.
    if ([...left, ...batch.touches].some((object) => buffer.has(storeKey, object))) buffer.sortAll(storeKey);
    // In the order of the table, so that many fall on a page that is in memory.
    insert(storeKey, left.toSorted(byKindAndId));
    noteRows({ ...statements, fresh }, storeKey, batch.rows);
    for (const touch of batch.touches) {
      statements.touch.run(touch.atSeconds, touch.sha256, ...keyOf(storeKey, touch));
    }
    for (const object of batch.repaired) damaged.remove(storeKey, object);
  });

  const removeUnreferenced = db.transaction(
    (storeKey: number, objects: readonly ObjectName[], sinceSeconds: number) =>
      removeRows({ ...statements, damaged }, storeKey, objects, sinceSeconds),
  );

  const move = db.transaction((storeKey: number, packMove: PackMove) =>
    moveRecords(statements, storeKey, packMove),
  );

  // Asked for each object of a first import, so nothing is made for the question.
  const asked = Buffer.alloc(ID_BYTES);
  const isAbsent = (storeKey: number, id: string): boolean =>
    // What is no id is for the database to refuse.
    asked.write(id, 'hex') === ID_BYTES && fresh.isAbsent({ storeKey, id: asked });

  const has = (storeKey: number, kind: ObjectKind, id: string): boolean =>
    !isAbsent(storeKey, id) &&
    (buffer.has(storeKey, { kind, id }) ||
      statements.has.get(...keyOf(storeKey, { kind, id })) !== undefined);

  return {
    ...prepareStores(db, fresh, damaged),
    ...preparePages(db, buffer),
    ...preparePacks(db),

    find(storeKey: number, kind: ObjectKind, id: string): ObjectRow | null {
      if (isAbsent(storeKey, id)) return null;
      const found = buffer.find(storeKey, { kind, id });
      if (found !== null) return found;
      const row = statements.find.get(...keyOf(storeKey, { kind, id }));
      return row === undefined ? null : rowOf(row);
    },

    has,

    /** Puts objects on record in one transaction. The place of an object that is on record already is replaced. */
    record(storeKey: number, batch: RecordBatch): void {
      try {
        record.immediate(storeKey, batch);
      } catch (error) {
        buffer.reload();
        throw error;
      }
    },

    /** Whether there is so much to be sorted in that more should wait. */
    isFull: (): boolean => buffer.isFull,

    /** A few milliseconds of sorting in what came in bulk. False: nothing is left. */
    sortSome: (): boolean => buffer.sortSome(),

    /**
     * Forgets, in one transaction, those of the objects that were last touched before `sinceSeconds`, with the
     * damage they may have. Returns which, and the bytes of them.
     */
    removeUnreferenced(storeKey: number, objects: readonly ObjectName[], sinceSeconds: number) {
      buffer.sortAll(storeKey);
      return removeUnreferenced.immediate(storeKey, objects, sinceSeconds);
    },

    /** Says where copied records are now, in one transaction, unless they got another place meanwhile. Returns for how many. */
    moveAll(storeKey: number, packMove: PackMove): number {
      buffer.sortAll(storeKey);
      return move.immediate(storeKey, packMove);
    },

    /** Forgets up to `limit` objects of a library. Returns how many; 0 when none was left. */
    removeSlice: (storeKey: number, limit: number): number =>
      buffer.drop(storeKey) || statements.removeSlice.run({ storeKey, limit }).changes,

    /** The objects whose stored copy was found damaged. */
    damaged,
  };
}

/** The numbers that stand for libraries. */
function prepareStores(db: Database, fresh: FreshStores, damaged: DamagedObjectTable) {
  const find = db.prepare<[string], { store_key: number }>(
    'SELECT store_key FROM object_stores WHERE library_id = ?',
  );
  const libraries = db.prepare<[], { library_id: string }>('SELECT library_id FROM object_stores');
  const insert = db.prepare<[string]>('INSERT INTO object_stores (library_id) VALUES (?)');
  const remove = db.prepare<[number]>('DELETE FROM object_stores WHERE store_key = ?');
  const removePacks = db.prepare<[number]>('DELETE FROM object_packs WHERE store_key = ?');

  return {
    /** The number that stands for a library; null when it has no objects on record. */
    findStore: (libraryId: LibraryId): number | null => find.get(libraryId)?.store_key ?? null,

    /** The libraries that have, or had, objects on record. */
    libraries: (): LibraryId[] => libraries.all().map(({ library_id }) => library_id as LibraryId),

    /** The number that stands for a library, given one if it has none. */
    storeKey(libraryId: LibraryId): number {
      const found = find.get(libraryId);
      if (found !== undefined) return found.store_key;
      const storeKey = Number(insert.run(libraryId).lastInsertRowid);
      fresh.begin(storeKey);
      return storeKey;
    },

    /** Forgets a library whose objects have all been removed. */
    removeStore: db.transaction((storeKey: number): void => {
      removePacks.run(storeKey);
      damaged.removeAll(storeKey);
      remove.run(storeKey);
    }),
  };
}

/** What is read a page at a time, so that nothing waits for a whole library. */
function preparePages(db: Database, buffer: IndexWriteBuffer) {
  const page = db.prepare<[...Key, number], ObjectTableRow>(`
    SELECT ${COLUMNS} FROM objects WHERE store_key = ? AND (kind, id) > (?, ?) ORDER BY kind, id LIMIT ?`);
  const blockFileBytes = db.prepare<[number, Buffer, Buffer], { bytes: number }>(`
    SELECT total(stored_bytes) AS bytes FROM objects
    WHERE store_key = ? AND kind = ${KIND_CODES.block} AND id >= ? AND id < ? AND pack = 0`);

  return {
    /**
     * Every object of a library, ordered by kind and id. Read page by page: nothing is locked between two steps, and
     * what is inserted meanwhile may or may not be seen.
     */
    *listAll(storeKey: number): Iterable<ObjectRow> {
      buffer.sortAll(storeKey);
      let after: Key = [storeKey, 0, Buffer.alloc(0)];
      for (;;) {
        const rows = page.all(...after, PAGE_ROWS);
        yield* rows.map(rowOf);
        const last = rows.at(-1);
        if (last === undefined || rows.length < PAGE_ROWS) return;
        after = [storeKey, last.kind, last.id];
      }
    },

    /** Up to `limit` objects of a library behind one, or from the first on, ordered by kind and id. */
    listAfter(storeKey: number, after: ObjectName | null, limit: number): ObjectRow[] {
      buffer.sortAll(storeKey);
      const from: Key = after === null ? [storeKey, 0, Buffer.alloc(0)] : keyOf(storeKey, after);
      return page.all(...from, limit).map(rowOf);
    },

    /** Bytes of the blocks of a library that are files of their own, in parts, so that nothing waits for the whole sum. */
    *blockFileBytes(storeKey: number): Iterable<number> {
      for (let first = 0; first < BLOCK_PARTS; first++) {
        const from = Buffer.from([first]);
        // No id is longer than this bound.
        const to = Buffer.concat([from, Buffer.alloc(ID_BYTES, 0xff)]);
        yield blockFileBytes.get(storeKey, from, to)?.bytes ?? 0;
      }
    },
  };
}

function preparePacks(db: Database) {
  const last = db.prepare<[number], PackRow>(
    'SELECT pack, end_offset FROM object_packs WHERE store_key = ? ORDER BY pack DESC LIMIT 1',
  );
  const all = db.prepare<[number], PackRow>('SELECT pack, end_offset FROM object_packs WHERE store_key = ?');
  const remove = db.prepare<[number, number]>('DELETE FROM object_packs WHERE store_key = ? AND pack = ?');

  return {
    /** The pack of a library with the highest number; null when none is on record. */
    lastPack(storeKey: number): PackEnd | null {
      const row = last.get(storeKey);
      return row === undefined ? null : packEndOf(row);
    },

    /** Every pack of a library that is on record. */
    packs: (storeKey: number): PackEnd[] => all.all(storeKey).map(packEndOf),

    /** Forgets a pack that has no objects on record. */
    removePack(storeKey: number, pack: number): void {
      remove.run(storeKey, pack);
    },
  };
}

function insertRows({ insert }: Statements, storeKey: number, rows: readonly ObjectRow[]): void {
  // SQLite copies what it is given, and a hundred thousand small buffers are work for the garbage collector.
  const id = Buffer.alloc(ID_BYTES);
  for (const row of rows) {
    const { pack, offset, storedBytes, sizeBytes } = row;
    // What is no id is for the database to refuse.
    const key = id.write(row.id, 'hex') === ID_BYTES ? id : Buffer.from(row.id, 'hex');
    const kind = KIND_CODES[row.kind];
    const encoding = row.encoding === 'zlib' ? 1 : 0;
    const { storedAtSeconds, sha256 } = row;
    insert.run(storeKey, kind, key, pack, offset, storedBytes, encoding, sizeBytes, storedAtSeconds, sha256);
  }
}

/** Notes what rows that are being recorded say of their packs and of what is absent. */
function noteRows(
  { insertPack, fresh }: Pick<Statements, 'insertPack'> & { readonly fresh: FreshStores },
  storeKey: number,
  rows: readonly ObjectRow[],
): void {
  const ends = new Map<number, number>();
  const id = Buffer.alloc(ID_BYTES);
  for (const row of rows) {
    id.write(row.id, 'hex');
    fresh.note({ storeKey, id });
    const { pack } = row;
    const end = row.offset + RECORD_HEADER_BYTES + row.storedBytes;
    if (pack > 0) ends.set(pack, Math.max(end, ends.get(pack) ?? 0));
  }
  for (const [pack, end] of ends) insertPack.run(storeKey, pack, end);
}

function removeRows(
  {
    removeUnreferenced,
    damaged,
  }: Pick<Statements, 'removeUnreferenced'> & { readonly damaged: DamagedObjectTable },
  storeKey: number,
  objects: readonly ObjectName[],
  sinceSeconds: number,
) {
  const removed: ObjectName[] = [];
  const hasDamage = damaged.hasAny(storeKey);
  let bytes = 0;
  for (const object of objects) {
    const row = removeUnreferenced.get(...keyOf(storeKey, object), sinceSeconds);
    if (row === undefined) continue;
    if (hasDamage) damaged.remove(storeKey, object);
    removed.push(object);
    bytes += row.size_bytes;
  }
  return { removed, bytes };
}

function moveRecords(
  statements: Statements,
  storeKey: number,
  { toPack, endOffset, records }: PackMove,
): number {
  let moved = 0;
  for (const record of records) {
    const { fromPack, fromOffset, toOffset } = record;
    const key = keyOf(storeKey, record);
    moved += statements.move.run(toPack, toOffset, ...key, fromPack, fromOffset).changes;
  }
  statements.insertPack.run(storeKey, toPack, endOffset);
  return moved;
}

type Statements = ReturnType<typeof prepare>;

const COLUMNS = 'kind, id, pack, offset, stored_bytes, encoding, size_bytes, stored_at_s, sha256';

function prepare(db: Database) {
  const isKey = 'store_key = ? AND kind = ? AND id = ?';
  return {
    find: db.prepare<Key, ObjectTableRow>(`SELECT ${COLUMNS} FROM objects WHERE ${isKey}`),
    has: db.prepare<Key, { found: 1 }>(`SELECT 1 AS found FROM objects WHERE ${isKey}`),
    insert: db.prepare<[...Key, number, number, number, number, number, number, Buffer | null]>(
      `INSERT INTO objects (store_key, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET
         pack = excluded.pack, offset = excluded.offset, stored_bytes = excluded.stored_bytes,
         encoding = excluded.encoding, size_bytes = excluded.size_bytes,
         stored_at_s = max(stored_at_s, excluded.stored_at_s), sha256 = coalesce(excluded.sha256, sha256)`,
    ),
    touch: db.prepare<[number, Buffer | null, ...Key]>(
      `UPDATE objects SET stored_at_s = max(stored_at_s, ?), sha256 = coalesce(sha256, ?) WHERE ${isKey}`,
    ),
    removeUnreferenced: db.prepare<[...Key, number], { size_bytes: number }>(
      `DELETE FROM objects WHERE ${isKey} AND stored_at_s < ? RETURNING size_bytes`,
    ),
    removeSlice: db.prepare<{ storeKey: number; limit: number }>(
      `DELETE FROM objects WHERE store_key = :storeKey AND (kind, id) IN
       (SELECT kind, id FROM objects WHERE store_key = :storeKey ORDER BY kind, id LIMIT :limit)`,
    ),
    move: db.prepare<[number, number, ...Key, number, number]>(
      `UPDATE objects SET pack = ?, offset = ? WHERE ${isKey} AND pack = ? AND offset = ?`,
    ),
    insertPack: db.prepare<[number, number, number]>(
      `INSERT INTO object_packs (store_key, pack, end_offset) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET end_offset = max(end_offset, excluded.end_offset)`,
    ),
  };
}

interface PackRow {
  pack: number;
  end_offset: number;
}

function packEndOf(row: PackRow): PackEnd {
  return { pack: row.pack, endOffset: row.end_offset };
}

function keyOf(storeKey: number, { kind, id }: ObjectName): Key {
  return [storeKey, KIND_CODES[kind], Buffer.from(id, 'hex')];
}

function rowOf(row: ObjectTableRow): ObjectRow {
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
    storedAtSeconds: row.stored_at_s,
    sha256: row.sha256,
  };
}
