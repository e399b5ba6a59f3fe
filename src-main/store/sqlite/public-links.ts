import type { Database } from 'better-sqlite3';
import type { PublicLink, PublicLinkKind } from '../../core/access/public-link.ts';
import type { LibraryId } from '../../core/library/library-id.ts';

/** Share links and upload links on record; those of a deleted library are not found until it is restored. Each verb is one statement. */
export type PublicLinkTable = ReturnType<typeof createPublicLinkTable>;

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
      statements.update.run(rowOf(link));
    },
    countView(token: string): void {
      statements.countView.run(token);
    },
    remove(token: string): void {
      statements.remove.run(token);
    },
    /** Links to the item or to something in it. */
    countInside(libraryId: LibraryId, path: string): number {
      return statements.countInside.get({ libraryId, path }) ?? 0;
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

const LINKS = `
  SELECT token, kind, library_id AS libraryId, path, is_dir AS isDir, creator_email AS creatorEmail,
    password_hash AS passwordHash, can_download AS canDownload, can_edit AS canEdit, can_upload AS canUpload,
    description, created_at_s AS createdAtSeconds, expires_at_s AS expiresAtSeconds, view_count AS viewCount
  FROM public_links`;
const OF_LIVING =
  'EXISTS (SELECT 1 FROM libraries l WHERE l.id = public_links.library_id AND l.deleted_at_s IS NULL)';

function prepareStatements(db: Database) {
  return {
    find: db.prepare<[string], LinkRow>(`${LINKS} WHERE token = ? AND ${OF_LIVING}`),
    findOfItem: db.prepare<[string, string, string, string], LinkRow>(
      `${LINKS} WHERE creator_email = ? AND kind = ? AND library_id = ? AND path = ?
       ORDER BY created_at_s, token LIMIT 1`,
    ),
    countOfItem: db.prepare<[string, string, string, string], { links: number }>(`
      SELECT count(*) AS links FROM public_links
      WHERE creator_email = ? AND kind = ? AND library_id = ? AND path = ?`),
    ofCreator: db.prepare<[string, string], LinkRow>(
      `${LINKS} WHERE creator_email = ? AND kind = ? AND ${OF_LIVING}
       ORDER BY created_at_s DESC, token`,
    ),
    insert: db.prepare<[LinkRow]>(`
      INSERT INTO public_links (token, kind, library_id, path, is_dir, creator_email, password_hash, can_download,
        can_edit, can_upload, description, created_at_s, expires_at_s, view_count)
      VALUES (:token, :kind, :libraryId, :path, :isDir, :creatorEmail, :passwordHash, :canDownload,
        :canEdit, :canUpload, :description, :createdAtSeconds, :expiresAtSeconds, :viewCount)`),
    update: db.prepare<[LinkRow]>(`
      UPDATE public_links SET password_hash = :passwordHash, can_download = :canDownload, can_edit = :canEdit,
        can_upload = :canUpload, description = :description, expires_at_s = :expiresAtSeconds WHERE token = :token`),
    countView: db.prepare<[string]>('UPDATE public_links SET view_count = view_count + 1 WHERE token = ?'),
    countInside: db
      .prepare<{ libraryId: string; path: string }, number>(`
        SELECT count(*) FROM public_links
        WHERE library_id = :libraryId AND substr(path || '/', 1, length(:path) + 1) = :path || '/'`)
      .pluck(),
    remove: db.prepare<[string]>('DELETE FROM public_links WHERE token = ?'),
    removeOfLibrary: db.prepare<[string]>('DELETE FROM public_links WHERE library_id = ?'),
    giveToOther: db.prepare<[string, string, string]>(
      'UPDATE public_links SET creator_email = ? WHERE library_id = ? AND creator_email = ?',
    ),
  };
}

/** Columns by the names of the fields; SQLite has no flags but numbers. */
type LinkRow = Omit<PublicLink, Flag> & Readonly<Record<Flag, number>>;
type Flag = 'isDir' | 'canDownload' | 'canEdit' | 'canUpload';

function linkOf(row: LinkRow): PublicLink {
  return {
    ...row,
    isDir: row.isDir === 1,
    canDownload: row.canDownload === 1,
    canEdit: row.canEdit === 1,
    canUpload: row.canUpload === 1,
  };
}

function rowOf(link: PublicLink): LinkRow {
  const { isDir, canDownload, canEdit, canUpload } = link;
  return {
    ...link,
    isDir: Number(isDir),
    canDownload: Number(canDownload),
    canEdit: Number(canEdit),
    canUpload: Number(canUpload),
  };
}
