import type { Database } from 'better-sqlite3';
import type { TrashPlace } from '../../core/history/trash.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { CommitId, ObjectId } from '../../core/objects/object-id.ts';
import { preparePutRows } from './many-rows.ts';

/** A deletion as the trash lists it. */
export interface TrashItem {
  /** Identity of the deletion; later deletions have larger ids. */
  readonly trashId: number;
  /** Path the item had, absolute inside the library. */
  readonly path: string;
  readonly isDir: boolean;
  readonly objectId: ObjectId;
  /** 0 for folders. */
  readonly sizeBytes: number;
  readonly deletedAtSeconds: number;
  readonly deletedBy: string;
  /** The last commit that held the item. */
  readonly commitId: CommitId;
}

/** How much is in the trash. What is in a folder is not counted, as the index does not know it. */
export interface TrashAmount {
  readonly items: number;
  /** Of these. */
  readonly folders: number;
  /** Of the files. */
  readonly bytes: number;
}

/** Where something was that is back. */
export type PathInTrash = Pick<TrashItem, 'path' | 'isDir'>;

/** Values of `listed`. */
export const LISTED = 1;
/** Once a head has moved (`large-moves.ts`). */
export const LISTED_LATER = 2;

export interface TrashPageRequest {
  /** Null: the newest deletion. */
  readonly after: TrashPlace | null;
  /** Only deletions at or after this time. */
  readonly sinceSeconds: number;
  /** Only items directly or deeper inside this folder; '/' for all. */
  readonly path: string;
  readonly limit: number;
}

export interface TrashPageUpRequest {
  /** Null: the oldest deletion. */
  readonly after: TrashPlace | null;
  readonly sinceSeconds: number;
  readonly untilSeconds: number;
  readonly limit: number;
}

export interface InsidePage {
  readonly after: Pick<TrashItem, 'path' | 'trashId'> | null;
  readonly limit: number;
}

/** The trash index. Callers bring the transaction. */
export type TrashTable = ReturnType<typeof createTrashTable>;

// A path that sorts after everything inside a folder: '0' is the character after '/'.
const AFTER_SLASH = '0';

/** About 15 ms of updates, after which other work gets its turn. */
const ROWS_PER_UPDATE = 5_000;

const keyOf = '(SELECT library_key FROM libraries WHERE id = :library)';
// The bound on the time alone is what the index can use: a cleared trash of a million rows is not read.
const notCleared = `
  deleted_at_s >= max(:since, (SELECT trash_from_s FROM libraries WHERE id = :library))
    AND (deleted_at_s, trash_id) > (SELECT trash_from_s, trash_from_id FROM libraries WHERE id = :library)`;

export function createTrashTable(db: Database) {
  const putItems = prepareItems(db);
  const unlistPath = db.prepare(`
    UPDATE trash_items SET listed = 0 WHERE library_key = ${keyOf} AND path = :path AND is_dir = :is_dir AND listed = 1`);
  const anyListed = db.prepare<{ library: string }, { found: 1 }>(
    `SELECT 1 AS found FROM trash_items WHERE library_key = ${keyOf} AND listed = 1 LIMIT 1`,
  );
  const unlist = db.prepare('UPDATE trash_items SET listed = 0 WHERE trash_id = ?');
  const inside = db.prepare<InsideParameters, TrashRow>(`
    SELECT * FROM trash_items WHERE library_key = ${keyOf} AND listed = 1 AND path >= :from AND path < :high
      AND (path > :from OR trash_id > :afterId)
    ORDER BY path, trash_id LIMIT :limit`);
  const page = db.prepare<PageParameters, TrashRow>(`
    SELECT * FROM trash_items WHERE library_key = ${keyOf} AND listed = 1
      AND ${notCleared}
      AND (deleted_at_s, trash_id) < (+:afterTime, +:afterId)
    ORDER BY deleted_at_s DESC, trash_id DESC LIMIT +:limit`);
  const pageInside = db.prepare<PageParameters & { low: string; high: string }, TrashRow>(`
    SELECT * FROM trash_items WHERE library_key = ${keyOf} AND listed = 1 AND path > +:low AND path < +:high
      AND ${notCleared}
      AND (deleted_at_s, trash_id) < (+:afterTime, +:afterId)
    ORDER BY deleted_at_s DESC, trash_id DESC LIMIT +:limit`);
  const newest = db.prepare<{ library: string; before: number }, TrashRow>(`
    SELECT * FROM trash_items WHERE library_key = ${keyOf} AND listed = 1 AND deleted_at_s <= :before
    ORDER BY deleted_at_s DESC, trash_id DESC LIMIT 1`);

  const oldestCommit = db.prepare<{ library: string; since: number }, { seq: number | null }>(`
    SELECT min(seq) AS seq FROM commits WHERE library_key = ${keyOf} AND id IN (
      SELECT commit_id FROM trash_items WHERE library_key = ${keyOf} AND listed = 1 AND ${notCleared})`);
  const unlistBefore = db.prepare<{ library: string; seq: number; limit: number }>(`
    UPDATE trash_items SET listed = 0 WHERE trash_id IN (
      SELECT trash_id FROM trash_items JOIN commits ON commits.library_key = trash_items.library_key AND id = commit_id
      WHERE trash_items.library_key = ${keyOf} AND listed = 1 AND seq < :seq LIMIT :limit)`);

  function unlistPaths(library: LibraryId, back: readonly PathInTrash[]): void {
    // Most imports bring tens of thousands of paths into a library whose trash is empty.
    if (back.length === 0 || anyListed.get({ library }) === undefined) return;
    for (const { path, isDir } of back) unlistPath.run({ library, path, is_dir: isDir ? 1 : 0 });
  }

  return {
    ...createTrashReads(db),
    /**
     * Records deletions, no two of one path and kind. Earlier ones of the same path and kind are listed no more. One that
     * seems older than what was cleared last, because times of commits run ahead when many say the same in a second, counts
     * as just after it.
     */
    add(library: LibraryId, items: readonly Omit<TrashItem, 'trashId'>[]): void {
      unlistPaths(library, items);
      putItems(library, items, LISTED);
    },
    /** Something of each path and kind is back: its deletions are listed no more. */
    unlistPaths,
    unlist(trashId: number): void {
      unlist.run(trashId);
    },
    /**
     * Listed deletions anywhere inside a folder, by path.
     * @param after the last of the page before; null: from the first one on
     */
    inside(library: LibraryId, path: string, { after, limit }: InsidePage): TrashItem[] {
      const { low, high } = rangeInside(path);
      const place = { from: after?.path ?? low, afterId: after?.trashId ?? 0 };
      return inside.all({ library, high, limit, ...place }).map(itemOf);
    },
    /** Newest deletion first; what was cleared is left out. */
    page(library: LibraryId, request: TrashPageRequest): TrashItem[] {
      const parameters = {
        library,
        since: request.sinceSeconds,
        afterTime: request.after?.deletedAtSeconds ?? Number.MAX_SAFE_INTEGER,
        afterId: request.after?.trashId ?? Number.MAX_SAFE_INTEGER,
        limit: request.limit,
      };
      if (request.path === '/') return page.all(parameters).map(itemOf);
      return pageInside.all({ ...parameters, ...rangeInside(request.path) }).map(itemOf);
    },
    /** Number of the oldest commit that a deletion shown since the time is brought back from; null when none is shown. */
    oldestCommitSeq(library: LibraryId, sinceSeconds: number): number | null {
      return oldestCommit.get({ library, since: sinceSeconds })?.seq ?? null;
    },
    /** Lists no more what would be brought back from a commit before this one. Up to 5,000 at a time; how many it were. */
    unlistBefore(library: LibraryId, seq: number): number {
      return unlistBefore.run({ library, seq, limit: ROWS_PER_UPDATE }).changes;
    },
    /** The newest listed deletion at or before the time; null when there is none. */
    newest(library: LibraryId, beforeSeconds: number): TrashItem | null {
      const row = newest.get({ library, before: beforeSeconds });
      return row ? itemOf(row) : null;
    },
  };
}

/** Puts deletions, listed now or later. Callers bring the transaction. */
export function prepareItems(db: Database) {
  const putRows = preparePutRows(
    db,
    `INSERT INTO trash_items
      (library_key, path, is_dir, object_id, size_bytes, deleted_at_s, deleted_by, commit_id, listed)`,
    9,
  );
  const recordOf = db.prepare<[string], { key: number; clearedAt: number }>(
    'SELECT library_key AS key, trash_from_s AS clearedAt FROM libraries WHERE id = ?',
  );
  return (library: LibraryId, items: readonly Omit<TrashItem, 'trashId'>[], listed: number): void => {
    const { key, clearedAt } = recordOf.get(library) ?? { key: null, clearedAt: 0 };
    putRows(
      items.map((item) => {
        const what = [item.path, item.isDir ? 1 : 0, item.objectId, item.sizeBytes];
        return [
          key,
          ...what,
          Math.max(item.deletedAtSeconds, clearedAt),
          item.deletedBy,
          item.commitId,
          listed,
        ];
      }),
    );
  };
}

/** Looking into the trash otherwise than page by page from the newest on. */
function createTrashReads(db: Database) {
  const pageUp = db.prepare<PageParameters & { until: number }, TrashRow>(`
    SELECT * FROM trash_items WHERE library_key = ${keyOf} AND listed = 1
      AND ${notCleared}
      AND deleted_at_s <= +:until
      AND (deleted_at_s, trash_id) > (+:afterTime, +:afterId)
    ORDER BY deleted_at_s, trash_id LIMIT +:limit`);
  const byPath = db.prepare<{ library: string; from: string; before: string; limit: number }, TrashRow>(`
    SELECT * FROM trash_items WHERE library_key = ${keyOf} AND listed = 1 AND path >= +:from AND path < +:before
    ORDER BY path LIMIT +:limit`);
  const byId = db.prepare<{ library: string; id: number; since: number }, TrashRow>(`
    SELECT * FROM trash_items WHERE trash_id = :id AND library_key = ${keyOf} AND listed = 1 AND ${notCleared}`);
  const counted = db.prepare<CountParameters, { deletions: number }>(`
    SELECT count(*) AS deletions FROM (SELECT 1 FROM trash_items WHERE library_key = ${keyOf} AND listed = 1
      AND ${notCleared} LIMIT +:most)`);
  const pageFrom = db.prepare<{ library: string; since: number; skip: number; limit: number }, TrashRow>(`
    SELECT * FROM trash_items WHERE library_key = ${keyOf} AND listed = 1
      AND ${notCleared}
    ORDER BY deleted_at_s DESC, trash_id DESC LIMIT +:limit OFFSET +:skip`);
  const device = db.prepare<{ library: string; commit: string; by: string }, { name: string | null }>(`
    SELECT after.device_name AS name FROM commits AS before
    JOIN commits AS after ON after.library_key = before.library_key AND after.seq = before.seq + 1
    WHERE before.library_key = ${keyOf} AND before.id = :commit AND after.author_email = :by`);
  const amount = db.prepare<CountParameters, TrashAmount>(`
    SELECT count(*) AS items, coalesce(sum(is_dir), 0) AS folders, coalesce(sum(size_bytes), 0) AS bytes
    FROM (SELECT is_dir, size_bytes FROM trash_items WHERE library_key = ${keyOf} AND listed = 1
      AND ${notCleared} LIMIT +:most)`);
  const clearedTo = db.prepare<{ library: string }, { time: number; id: number }>(
    'SELECT trash_from_s AS time, trash_from_id AS id FROM libraries WHERE id = :library',
  );

  // One step into the index for each library: a page of each takes twenty times as long.
  const timesOf = (time: string, range: string) =>
    db.prepare<{ at: number }, { id: LibraryId; time: number | null }>(`
      SELECT id, (SELECT ${time} FROM trash_items
        WHERE trash_items.library_key = libraries.library_key AND listed = 1 AND ${range}) AS time
      FROM libraries WHERE deleted_at_s IS NULL`);
  const newestTimes = timesOf('max(deleted_at_s)', 'deleted_at_s <= :at');
  const oldestTimes = timesOf('min(deleted_at_s)', 'deleted_at_s >= :at');

  return {
    /** Oldest deletion first, up to a time; what was cleared is left out. */
    pageUp(library: LibraryId, request: TrashPageUpRequest): TrashItem[] {
      const { after, untilSeconds: until, limit } = request;
      // The index is entered at the plain time alone; without this, a late page would step over all that is before it.
      const since = Math.max(request.sinceSeconds, after?.deletedAtSeconds ?? 0);
      const place = { afterTime: after?.deletedAtSeconds ?? -1, afterId: after?.trashId ?? -1 };
      return pageUp.all({ library, since, until, limit, ...place }).map(itemOf);
    },
    /** How many are shown since a time; no more than `most` are counted. */
    count(library: LibraryId, since: number, most: number): number {
      return counted.get({ library, since, most })?.deletions ?? 0;
    },
    /** How much is shown since a time; no more than `most` are counted. */
    amount(library: LibraryId, since: number, most: number): TrashAmount {
      return amount.get({ library, since, most }) ?? { items: 0, folders: 0, bytes: 0 };
    },
    /** The device of the commit behind the last one that held the item, which deleted it; empty: not known. */
    deviceOf(library: LibraryId, item: Pick<TrashItem, 'commitId' | 'deletedBy'>): string {
      return device.get({ library, commit: item.commitId, by: item.deletedBy })?.name ?? '';
    },
    /** Newest deletion first, without the newest ones; costs what is left out as well. */
    pageFrom(library: LibraryId, since: number, part: { skip: number; limit: number }): TrashItem[] {
      return pageFrom.all({ library, since, ...part }).map(itemOf);
    },
    /** By path, from one on and before another; what was cleared is among them, so that a page costs what is asked for. */
    pageByPath(library: LibraryId, range: { from: string; before: string; limit: number }): TrashItem[] {
      return byPath.all({ library, ...range }).map(itemOf);
    },
    /** A listed deletion since the time; null when there is none or it was cleared. */
    find(library: LibraryId, id: number, sinceSeconds: number): TrashItem | null {
      const row = byId.get({ library, id, since: sinceSeconds });
      return row ? itemOf(row) : null;
    },
    /** When the newest deletion up to a time was, for each library with one; what was cleared counts too. */
    newestTimes: (untilSeconds: number) => timesByLibrary(newestTimes.all({ at: untilSeconds })),
    /** When the oldest deletion from a time on was, for each library with one; what was cleared counts too. */
    oldestTimes: (sinceSeconds: number) => timesByLibrary(oldestTimes.all({ at: sinceSeconds })),
    /** The newest cleared deletion: it and all before are hidden. */
    clearedTo(library: LibraryId): TrashPlace {
      const row = clearedTo.get({ library });
      return { deletedAtSeconds: row?.time ?? 0, trashId: row?.id ?? 0 };
    },
  };
}

interface InsideParameters {
  library: string;
  from: string;
  high: string;
  afterId: number;
  limit: number;
}

interface CountParameters {
  library: string;
  since: number;
  most: number;
}

interface PageParameters {
  library: string;
  since: number;
  afterTime: number;
  afterId: number;
  limit: number;
}

interface TrashRow {
  trash_id: number;
  path: string;
  is_dir: number;
  object_id: ObjectId;
  size_bytes: number;
  deleted_at_s: number;
  deleted_by: string;
  commit_id: CommitId;
}

function timesByLibrary(
  rows: readonly { readonly id: LibraryId; readonly time: number | null }[],
): ReadonlyMap<LibraryId, number> {
  const times = new Map<LibraryId, number>();
  for (const { id, time } of rows) if (time !== null) times.set(id, time);
  return times;
}

function rangeInside(path: string): { low: string; high: string } {
  const folder = path === '/' ? '' : path;
  return { low: `${folder}/`, high: `${folder}${AFTER_SLASH}` };
}

function itemOf(row: TrashRow): TrashItem {
  return {
    trashId: row.trash_id,
    path: row.path,
    isDir: row.is_dir === 1,
    objectId: row.object_id,
    sizeBytes: row.size_bytes,
    deletedAtSeconds: row.deleted_at_s,
    deletedBy: row.deleted_by,
    commitId: row.commit_id,
  };
}
