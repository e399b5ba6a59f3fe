import type { Database } from 'better-sqlite3';
import type { Permission } from '../../core/access/caller.ts';
import type { GroupShare, UserShare } from '../../core/access/effective-access.ts';
import type { LibraryId } from '../../core/library/library-id.ts';

/**
 * With whom libraries are shared; what a deleted library was shared with is not found until it is restored. Each verb is one
 * statement; e-mails are lower-case.
 */
export function createShareTable(db: Database) {
  const users = prepareUserStatements(db);
  const groups = prepareGroupStatements(db);

  return {
    /** What the user has been given personally; null: nothing. */
    ofUserIn(libraryId: LibraryId, email: string): UserShare | null {
      const row = users.find.get(libraryId, email);
      return row === undefined ? null : userShareOf(row);
    },
    ofGroupIn(libraryId: LibraryId, groupId: number): GroupShare | null {
      const row = groups.find.get(libraryId, groupId);
      return row === undefined ? null : groupShareOf(row);
    },
    /** Shares with groups that the user is a member of. */
    throughGroups(libraryId: LibraryId, email: string): GroupShare[] {
      return groups.throughMembership.all(libraryId, email).map(groupShareOf);
    },
    /** By e-mail. */
    withUsers(libraryId: LibraryId): UserShare[] {
      return users.ofLibrary.all(libraryId).map(userShareOf);
    },
    /** In the order of the groups' ids. */
    withGroups(libraryId: LibraryId): GroupShare[] {
      return groups.ofLibrary.all(libraryId).map(groupShareOf);
    },
    /** Everything that the user has been given personally. */
    ofUser(email: string): UserShare[] {
      return users.ofUser.all(email).map(userShareOf);
    },
    ofGroup(groupId: number): GroupShare[] {
      return groups.ofGroup.all(groupId).map(groupShareOf);
    },
    /** The user must exist. Replaces what was there. */
    putUser(share: UserShare): void {
      const { libraryId, email, permission, isAdmin, sharedBy } = share;
      users.put.run({ libraryId, email, permission, isAdmin: Number(isAdmin), sharedBy });
    },
    /** The group must exist. Replaces what was there. */
    putGroup(share: GroupShare): void {
      const { libraryId, groupId, permission, isAdmin, sharedBy } = share;
      groups.put.run({ libraryId, groupId, permission, isAdmin: Number(isAdmin), sharedBy });
    },
    /** False when there is no such share. */
    removeUser(libraryId: LibraryId, email: string): boolean {
      return users.remove.run(libraryId, email).changes === 1;
    },
    /** False when there is no such share. */
    removeGroup(libraryId: LibraryId, groupId: number): boolean {
      return groups.remove.run(libraryId, groupId).changes === 1;
    },
    removeAllUsers(libraryId: LibraryId): void {
      users.removeAll.run(libraryId);
    },
    removeAllGroups(libraryId: LibraryId): void {
      groups.removeAll.run(libraryId);
    },
    /** Makes another person the one who shares. */
    attributeUsers(libraryId: LibraryId, sharedBy: string): void {
      users.attribute.run(sharedBy, libraryId);
    },
    /** Makes another person the one who shares. */
    attributeGroups(libraryId: LibraryId, sharedBy: string): void {
      groups.attribute.run(sharedBy, libraryId);
    },
  };
}

const OF_LIVING = 'EXISTS (SELECT 1 FROM libraries l WHERE l.id = s.library_id AND l.deleted_at_s IS NULL)';
const USER_SHARES = `SELECT s.*, u.email FROM user_shares s JOIN users u ON u.user_key = s.user_key WHERE ${OF_LIVING}`;
const GROUP_SHARES = `SELECT s.* FROM group_shares s WHERE ${OF_LIVING}`;

function prepareUserStatements(db: Database) {
  const keyOf = '(SELECT user_key FROM users WHERE email = ?)';
  return {
    find: db.prepare<[string, string], UserShareRow>(`${USER_SHARES} AND s.library_id = +? AND u.email = +?`),
    ofLibrary: db.prepare<[string], UserShareRow>(`${USER_SHARES} AND s.library_id = +? ORDER BY u.email`),
    ofUser: db.prepare<[string], UserShareRow>(`${USER_SHARES} AND u.email = +? ORDER BY s.library_id`),
    put: db.prepare(`
      INSERT OR REPLACE INTO user_shares (library_id, user_key, permission, is_admin, shared_by)
      SELECT :libraryId, user_key, :permission, :isAdmin, :sharedBy FROM users WHERE email = :email`),
    remove: db.prepare<[string, string]>(
      `DELETE FROM user_shares WHERE library_id = ? AND user_key = ${keyOf}`,
    ),
    removeAll: db.prepare<[string]>('DELETE FROM user_shares WHERE library_id = ?'),
    attribute: db.prepare<[string, string]>('UPDATE user_shares SET shared_by = ? WHERE library_id = ?'),
  };
}

function prepareGroupStatements(db: Database) {
  return {
    find: db.prepare<[string, number], GroupShareRow>(
      `${GROUP_SHARES} AND s.library_id = ? AND s.group_id = ?`,
    ),
    throughMembership: db.prepare<[string, string], GroupShareRow>(
      `SELECT s.* FROM group_shares s JOIN group_members m ON m.group_id = s.group_id
         JOIN users u ON u.user_key = m.user_key
       WHERE ${OF_LIVING} AND s.library_id = +? AND u.email = +? ORDER BY s.group_id`,
    ),
    ofLibrary: db.prepare<[string], GroupShareRow>(
      `${GROUP_SHARES} AND s.library_id = +? ORDER BY s.group_id`,
    ),
    ofGroup: db.prepare<[number], GroupShareRow>(`${GROUP_SHARES} AND s.group_id = +? ORDER BY s.library_id`),
    put: db.prepare(`
      INSERT OR REPLACE INTO group_shares (library_id, group_id, permission, is_admin, shared_by)
      VALUES (:libraryId, :groupId, :permission, :isAdmin, :sharedBy)`),
    remove: db.prepare<[string, number]>('DELETE FROM group_shares WHERE library_id = ? AND group_id = ?'),
    removeAll: db.prepare<[string]>('DELETE FROM group_shares WHERE library_id = ?'),
    attribute: db.prepare<[string, string]>('UPDATE group_shares SET shared_by = ? WHERE library_id = ?'),
  };
}

interface ShareRow {
  library_id: LibraryId;
  permission: Permission;
  is_admin: number;
  shared_by: string;
}

interface UserShareRow extends ShareRow {
  email: string;
}

interface GroupShareRow extends ShareRow {
  group_id: number;
}

function userShareOf({ email, ...row }: UserShareRow): UserShare {
  return { ...rightsOf(row), email };
}

function groupShareOf({ group_id: groupId, ...row }: GroupShareRow): GroupShare {
  return { ...rightsOf(row), groupId };
}

function rightsOf({ library_id, permission, is_admin, shared_by }: ShareRow) {
  return { libraryId: library_id, permission, isAdmin: is_admin === 1, sharedBy: shared_by };
}
