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
export function createAdminVisitTable(db: Database) {
  const insert = db.prepare<[Omit<AdminVisit, 'id'>]>(
    `INSERT INTO admin_visits (library_id, admin_email, deed, path, at_s)
     VALUES (:libraryId, :adminEmail, :action, :path, :atSeconds)`,
  );
  const last = db.prepare<[string, string, string, string], { at_s: number }>(
    `SELECT at_s FROM (SELECT * FROM admin_visits WHERE library_id = ? ORDER BY visit_id DESC LIMIT 20)
     WHERE admin_email = ? AND deed = ? AND path = ? ORDER BY visit_id DESC LIMIT 1`,
  );
  const page = db.prepare<[string, number, number], AdminVisit>(`
    SELECT visit_id AS id, library_id AS libraryId, admin_email AS adminEmail, deed AS action, path, at_s AS atSeconds
    FROM admin_visits WHERE library_id = ? AND visit_id < ? ORDER BY visit_id DESC LIMIT ?`);

  return {
    add(visit: Omit<AdminVisit, 'id'>): void {
      insert.run(visit);
    },
    /** When the same was noted last among the newest twenty of the library; null: not among them. */
    lastLike({ libraryId, adminEmail, action, path }: Omit<AdminVisit, 'id' | 'atSeconds'>): number | null {
      return last.get(libraryId, adminEmail, action, path)?.at_s ?? null;
    },
    /** Newest first, those older than `before`. */
    page(libraryId: LibraryId, { before, limit }: { before: number; limit: number }): AdminVisit[] {
      return page.all(libraryId, before, limit);
    },
  };
}
