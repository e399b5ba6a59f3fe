import type { Database } from 'better-sqlite3';
import type { PublicLink, PublicLinkKind } from '../../core/access/public-link.ts';
import type { LibraryId } from '../../core/library/library-id.ts';

/** Share links and upload links on record; those of a deleted library are not found until it is restored. Each verb is one statement. */
export type PublicLinks = ReturnType<typeof createPublicLinkTable>;

/** What a user made a link to. */
export type LinkedItem = Pick<PublicLink, 'creatorEmail' | 'kind' | 'libraryId' | 'path'>;

export function createPublicLinkTable(db: Database) {
  const statements = prepareStatements(db);

  return {
    find(token: string): PublicLink | null {
      const row = statements.find.get(token);
      return row === undefined ? null : linkOf(row);
    },
    /** The oldest link that a user has for an item; null: none. */
    findOfItem({ creatorEmail, kind, libraryId, path }: LinkedItem): PublicLink | null {
      const row = statements.findOfItem.get(creatorEmail, kind, libraryId, path);
      return row === undefined ? null : linkOf(row);
    },
    /** How many links of a kind a user has for an item. */
    countOfItem({ creatorEmail, kind, libraryId, path }: LinkedItem): number {
      return statements.countOfItem.get(creatorEmail, kind, libraryId, path)?.links ?? 0;
    },
    /** Newest first. */
    ofCreator(email: string, kind: PublicLinkKind): PublicLink[] {
      return statements.ofCreator.all(email, kind).map(linkOf);
    },
    /** The token must be new. */
    insert(link: PublicLink): void {
      statements.insert.run(rowOf(link));
    },
    /** Writes what the creator can change. */
    update(link: PublicLink): void {
      const { token, password_hash, can_download, can_edit, can_upload, description, expires_at_s } =
        rowOf(link);
      const row = { token, password_hash, can_download, can_edit, can_upload, description, expires_at_s };
      statements.update.run(row);
    },
    countView(token: string): void {
      statements.countView.run(token);
    },
    remove(token: string): void {
      statements.remove.run(token);
    },
    removeOfLibrary(libraryId: LibraryId): void {
      statements.removeOfLibrary.run(libraryId);
    },
    /** Gives the links that one user made on a library to another. */
    giveToOther(libraryId: LibraryId, from: string, to: string): void {
      statements.giveToOther.run(to, libraryId, from);
    },
  };
}

const OF_LIVING =
  'EXISTS (SELECT 1 FROM libraries l WHERE l.id = public_links.library_id AND l.deleted_at_s IS NULL)';

function prepareStatements(db: Database) {
  return {
    find: db.prepare<[string], LinkRow>(`SELECT * FROM public_links WHERE token = ? AND ${OF_LIVING}`),
    findOfItem: db.prepare<[string, string, string, string], LinkRow>(
      'SELECT * FROM public_links WHERE creator_email = ? AND kind = ? AND library_id = ? AND path = ? ORDER BY created_at_s, token LIMIT 1',
    ),
    countOfItem: db.prepare<[string, string, string, string], { links: number }>(`
      SELECT count(*) AS links FROM public_links
      WHERE creator_email = ? AND kind = ? AND library_id = ? AND path = ?`),
    ofCreator: db.prepare<[string, string], LinkRow>(
      `SELECT * FROM public_links WHERE creator_email = ? AND kind = ? AND ${OF_LIVING}
       ORDER BY created_at_s DESC, token`,
    ),
    insert: db.prepare<[LinkRow]>(`
      INSERT INTO public_links (token, kind, library_id, path, is_dir, creator_email, password_hash, can_download,
        can_edit, can_upload, description, created_at_s, expires_at_s, view_count)
      VALUES (:token, :kind, :library_id, :path, :is_dir, :creator_email, :password_hash, :can_download,
        :can_edit, :can_upload, :description, :created_at_s, :expires_at_s, :view_count)`),
    update: db.prepare(`
      UPDATE public_links SET password_hash = :password_hash, can_download = :can_download, can_edit = :can_edit,
        can_upload = :can_upload, description = :description, expires_at_s = :expires_at_s WHERE token = :token`),
    countView: db.prepare<[string]>('UPDATE public_links SET view_count = view_count + 1 WHERE token = ?'),
    remove: db.prepare<[string]>('DELETE FROM public_links WHERE token = ?'),
    removeOfLibrary: db.prepare<[string]>('DELETE FROM public_links WHERE library_id = ?'),
    giveToOther: db.prepare<[string, string, string]>(
      'UPDATE public_links SET creator_email = ? WHERE library_id = ? AND creator_email = ?',
    ),
  };
}

interface LinkRow {
  token: string;
  kind: PublicLinkKind;
  library_id: LibraryId;
  path: string;
  is_dir: number;
  creator_email: string;
  password_hash: string | null;
  can_download: number;
  can_edit: number;
  can_upload: number;
  description: string;
  created_at_s: number;
  expires_at_s: number | null;
  view_count: number;
}

function linkOf(row: LinkRow): PublicLink {
  return {
    token: row.token,
    kind: row.kind,
    libraryId: row.library_id,
    path: row.path,
    isDir: row.is_dir === 1,
    creatorEmail: row.creator_email,
    passwordHash: row.password_hash,
    canDownload: row.can_download === 1,
    canEdit: row.can_edit === 1,
    canUpload: row.can_upload === 1,
    description: row.description,
    createdAtSeconds: row.created_at_s,
    expiresAtSeconds: row.expires_at_s,
    viewCount: row.view_count,
  };
}

function rowOf(link: PublicLink): LinkRow {
  return {
    token: link.token,
    kind: link.kind,
    library_id: link.libraryId,
    path: link.path,
    is_dir: Number(link.isDir),
    creator_email: link.creatorEmail,
    password_hash: link.passwordHash,
    can_download: Number(link.canDownload),
    can_edit: Number(link.canEdit),
    can_upload: Number(link.canUpload),
    description: link.description,
    created_at_s: link.createdAtSeconds,
    expires_at_s: link.expiresAtSeconds,
    view_count: link.viewCount,
  };
}
