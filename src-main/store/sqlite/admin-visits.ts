import type { Database } from 'better-sqlite3';
import type { LibraryId } from '../../core/library/library-id.ts';

export type AdminAction = 'looked' | 'downloaded' | 'made' | 'deleted';

/** Something that an administrator did inside another user's library. */
export interface AdminVisit {
  readonly id: number;
  readonly libraryId: LibraryId;
  readonly adminEmail: string;
  readonly action: AdminAction;
  readonly path: string;
  readonly atSeconds: number;
}

/** What administrators did inside libraries of others. Each verb is one statement. */
export type AdminVisitTable = ReturnType<typeof createAdminVisitTable>;

export function createAdminVisitTable(db: Database) {
  const insert = db.prepare<[VisitRow]>(
    `INSERT INTO admin_visits (library_id, admin_email, deed, path, at_s)
     VALUES (:library_id, :admin_email, :deed, :path, :at_s)`,
  );
  const last = db.prepare<[string, string, string, string], { at_s: number }>(
    `SELECT at_s FROM (SELECT * FROM admin_visits WHERE library_id = ? ORDER BY visit_id DESC LIMIT 20)
     WHERE admin_email = ? AND deed = ? AND path = ? ORDER BY visit_id DESC LIMIT 1`,
  );
  const page = db.prepare<[string, number, number], VisitRow & { visit_id: number }>(
    'SELECT * FROM admin_visits WHERE library_id = ? AND visit_id < ? ORDER BY visit_id DESC LIMIT ?',
  );

  return {
    add(visit: Omit<AdminVisit, 'id'>): void {
      insert.run({
        library_id: visit.libraryId,
        admin_email: visit.adminEmail,
        deed: visit.action,
        path: visit.path,
        at_s: visit.atSeconds,
      });
    },
    /** When the same was noted last among the newest twenty of the library; null: not among them. */
    lastLike({ libraryId, adminEmail, action, path }: Omit<AdminVisit, 'id' | 'atSeconds'>): number | null {
      return last.get(libraryId, adminEmail, action, path)?.at_s ?? null;
    },
    /** Newest first, those older than `before`. */
    page(libraryId: LibraryId, { before, limit }: { before: number; limit: number }): AdminVisit[] {
      return page.all(libraryId, before, limit).map((row) => ({
        id: row.visit_id,
        libraryId: row.library_id,
        adminEmail: row.admin_email,
        action: row.deed,
        path: row.path,
        atSeconds: row.at_s,
      }));
    },
  };
}

interface VisitRow {
  library_id: LibraryId;
  admin_email: string;
  deed: AdminAction;
  path: string;
  at_s: number;
}
