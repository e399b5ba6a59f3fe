import type { Database } from 'better-sqlite3';
import type { GroupRole } from '../../core/access/effective-access.ts';
import type { Group, GroupMember } from '../../core/access/group.ts';

export type NewGroup = Omit<Group, 'id' | 'quotaBytes'>;

export interface GroupPageRequest {
  /** Part of the name, in any letter case; empty: every group. */
  readonly text: string;
  readonly limit: number;
  readonly offset: number;
}

/** The groups on record and who is in them. Each verb is one statement. */
export type GroupTable = ReturnType<typeof createGroupTable>;

export function createGroupTable(db: Database) {
  // SQLite's own lower() and LIKE fold ASCII only; names are in every script.
  db.function('casefold', { deterministic: true }, (text) => String(text).toLowerCase());
  const groups = prepareGroupStatements(db);
  const members = prepareMemberStatements(db);

  return {
    find(id: number): Group | null {
      return groups.find.get(id) ?? null;
    },
    isNameTaken(name: string): boolean {
      return groups.findByName.get(name) !== undefined;
    },
    /** The id of the new group. The name must be free. */
    insert(group: NewGroup): number {
      const { name, parentGroupId, creatorEmail, createdAtSeconds } = group;
      return Number(groups.insert.run(name, parentGroupId, creatorEmail, createdAtSeconds).lastInsertRowid);
    },
    rename(id: number, name: string): void {
      groups.rename.run(name, id);
    },
    setQuota(id: number, quotaBytes: number | null): void {
      groups.setQuota.run(quotaBytes, id);
    },
    /** Takes the memberships along. */
    remove(id: number): void {
      groups.remove.run(id);
    },
    /** Plain groups and departments in the order of their ids. */
    page({ text, limit, offset }: GroupPageRequest): Group[] {
      const folded = text.toLowerCase();
      return groups.page.all({ text: folded, limit, offset });
    },
    /** Every department, by name. */
    departments(): Group[] {
      return groups.departments.all();
    },
    /** Departments directly inside, by name. */
    children(parentGroupId: number): Group[] {
      return groups.children.all(parentGroupId);
    },
    /** Groups that the user is in, by name, with the role there. */
    ofUser(email: string): { group: Group; role: GroupRole }[] {
      return groups.ofUser.all(email).map(({ role, ...group }) => ({ group, role }));
    },
    roleOf(groupId: number, email: string): GroupRole | null {
      return members.role.get(groupId, email)?.role ?? null;
    },
    /** Owner first, then administrators, then the others; by e-mail within each. */
    members(groupId: number): GroupMember[] {
      return members.all.all(groupId);
    },
    addMember(groupId: number, userKey: number, role: GroupRole): void {
      members.add.run(groupId, userKey, role);
    },
    setRole(groupId: number, userKey: number, role: GroupRole): void {
      members.setRole.run(role, groupId, userKey);
    },
    removeMember(groupId: number, userKey: number): void {
      members.remove.run(groupId, userKey);
    },
  };
}

const COLUMNS = `g.group_id AS id, g.name, g.parent_group_id AS parentGroupId, g.creator_email AS creatorEmail,
  g.created_at_s AS createdAtSeconds, g.quota_bytes AS quotaBytes`;

function prepareGroupStatements(db: Database) {
  return {
    find: db.prepare<[number], Group>(`SELECT ${COLUMNS} FROM groups g WHERE group_id = ?`),
    findByName: db.prepare<[string], Group>(`SELECT ${COLUMNS} FROM groups g WHERE name = ?`),
    insert: db.prepare<[string, number, string, number]>(
      'INSERT INTO groups (name, parent_group_id, creator_email, created_at_s) VALUES (?, ?, ?, ?)',
    ),
    rename: db.prepare<[string, number]>('UPDATE groups SET name = ? WHERE group_id = ?'),
    setQuota: db.prepare<[number | null, number]>('UPDATE groups SET quota_bytes = ? WHERE group_id = ?'),
    remove: db.prepare<[number]>('DELETE FROM groups WHERE group_id = ?'),
    page: db.prepare<[{ text: string; limit: number; offset: number }], Group>(
      `SELECT ${COLUMNS} FROM groups g WHERE :text = '' OR instr(casefold(name), :text) > 0
       ORDER BY group_id LIMIT :limit OFFSET :offset`,
    ),
    departments: db.prepare<[], Group>(
      `SELECT ${COLUMNS} FROM groups g WHERE parent_group_id <> 0 ORDER BY name`,
    ),
    children: db.prepare<[number], Group>(
      `SELECT ${COLUMNS} FROM groups g WHERE parent_group_id = ? ORDER BY name`,
    ),
    ofUser: db.prepare<[string], Group & { role: GroupRole }>(
      `SELECT ${COLUMNS}, m.role FROM users u JOIN group_members m ON m.user_key = u.user_key
         JOIN groups g ON g.group_id = m.group_id
       WHERE u.email = +? ORDER BY g.name`,
    ),
  };
}

function prepareMemberStatements(db: Database) {
  return {
    role: db.prepare<[number, string], { role: GroupRole }>(
      `SELECT m.role FROM group_members m JOIN users u ON u.user_key = m.user_key
       WHERE m.group_id = +? AND u.email = +?`,
    ),
    all: db.prepare<[number], GroupMember>(
      `SELECT m.group_id AS groupId, m.role, u.email, u.name, u.contact_email AS contactEmail
       FROM group_members m JOIN users u ON u.user_key = m.user_key WHERE m.group_id = ?
       ORDER BY CASE m.role WHEN 'owner' THEN 0 WHEN 'admin' THEN 1 ELSE 2 END, u.email`,
    ),
    add: db.prepare<[number, number, GroupRole]>(
      'INSERT INTO group_members (group_id, user_key, role) VALUES (?, ?, ?)',
    ),
    setRole: db.prepare<[GroupRole, number, number]>(
      'UPDATE group_members SET role = ? WHERE group_id = ? AND user_key = ?',
    ),
    remove: db.prepare<[number, number]>('DELETE FROM group_members WHERE group_id = ? AND user_key = ?'),
  };
}
