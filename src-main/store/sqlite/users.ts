import type { Database } from 'better-sqlite3';
import { type Profile, profileOf, type User } from '../../core/access/user.ts';

/** A user with what must not leave the services. */
export interface UserRecord extends User {
  /** Encoded by core/access/password-hash.ts; null: no sign-in with a password. */
  readonly passwordHash: string | null;
  /** Raising it revokes every API token (but `local` ones) and every sync token of the user. */
  readonly tokenGeneration: number;
}

export type NewUser = Omit<
  UserRecord,
  'key' | 'lastSignInAtSeconds' | 'lastSeenAtSeconds' | 'tokenGeneration'
>;

/** Which users to list; null does not restrict. */
export interface UserFilter {
  readonly isActive: boolean | null;
  readonly isAdmin: boolean | null;
  /** Part of the e-mail, contact e-mail or name, in any letter case; empty: all users. */
  readonly text: string;
}

export type UserOrder = 'created' | 'email';

export interface UserPageRequest {
  readonly order: UserOrder;
  readonly limit: number;
  readonly offset: number;
}

/** The users on record. Each verb is one statement; e-mails are lower-case. */
export type UserTable = ReturnType<typeof createUserTable>;

export function createUserTable(db: Database) {
  // SQLite's own lower() and LIKE fold ASCII only; names are in every script.
  db.function('casefold', { deterministic: true }, (text) => String(text).toLowerCase());
  const statements = prepareStatements(db);
  const profiles = knownProfiles(db);
  const pages = { created: preparePage(db, 'user_key'), email: preparePage(db, 'email') };

  return {
    find(email: string): UserRecord | null {
      return recordOrNull(statements.byEmail.get(email));
    },
    /** What a list shows of a user; null when there is no such user. */
    profile(email: string): Profile | null {
      return profiles.find(email, () => recordOrNull(statements.byEmail.get(email)));
    },
    findByKey(key: number): UserRecord | null {
      return recordOrNull(statements.byKey.get(key));
    },
    /** By e-mail, else by contact e-mail. */
    findByLogin(login: string): UserRecord | null {
      return recordOrNull(statements.byEmail.get(login) ?? statements.byContactEmail.get(login));
    },
    /** The active administrator that was created first. */
    firstAdministrator(): UserRecord | null {
      return recordOrNull(statements.firstAdministrator.get());
    },
    /** Number of active administrators. */
    countAdministrators(): number {
      return statements.countAdministrators.get()?.count ?? 0;
    },
    /** The key of the new user. */
    insert(user: NewUser): number {
      profiles.forget();
      return Number(statements.insert.run(toRow(user)).lastInsertRowid);
    },
    /** Writes every field but the e-mail and the times. */
    update(user: UserRecord): void {
      profiles.forget();
      statements.update.run(toRow(user));
    },
    recordSignIn(key: number, nowSeconds: number): void {
      statements.recordSignIn.run(nowSeconds, nowSeconds, key);
    },
    recordSeen(key: number, nowSeconds: number): void {
      statements.recordSeen.run(nowSeconds, key);
    },
    /** Takes sync tokens and memberships along; API tokens stay, without an owner. */
    remove(key: number): void {
      profiles.forget();
      statements.remove.run(key);
    },
    page(filter: UserFilter, { order, limit, offset }: UserPageRequest): UserRecord[] {
      return pages[order].all({ ...toFilterRow(filter), limit, offset }).map(recordOf);
    },
    count(filter: UserFilter): number {
      return statements.count.get(toFilterRow(filter))?.count ?? 0;
    },
  };
}

/**
 * Profiles by e-mail, kept until a user is written: a list of a thousand libraries names the same few people four thousand
 * times. Nothing else writes users. Inside a transaction nothing is kept, because it may be undone.
 */
function knownProfiles(db: Database) {
  const profiles = new Map<string, Profile>();
  return {
    find(email: string, read: () => User | null): Profile | null {
      const known = profiles.get(email);
      if (known !== undefined) return known;
      const user = read();
      if (user === null) return null;
      const profile = profileOf(user);
      if (!db.inTransaction) profiles.set(email, profile);
      return profile;
    },
    forget: () => profiles.clear(),
  };
}

const USERS = `
  SELECT user_key AS key, email, name, contact_email AS contactEmail, password_hash AS passwordHash, is_admin AS isAdmin,
    is_active AS isActive, role, quota_bytes AS quotaBytes, created_at_s AS createdAtSeconds,
    last_sign_in_at_s AS lastSignInAtSeconds, last_seen_at_s AS lastSeenAtSeconds, token_generation AS tokenGeneration
  FROM users`;

const MATCHES = `(:isActive IS NULL OR is_active = :isActive) AND (:isAdmin IS NULL OR is_admin = :isAdmin)
  AND (:text = '' OR instr(email, :text) > 0 OR instr(contact_email, :text) > 0 OR instr(casefold(name), :text) > 0)`;

const INSERT_SQL = `
  INSERT INTO users (email, name, contact_email, password_hash, is_admin, is_active, role, quota_bytes, created_at_s)
  VALUES (:email, :name, :contactEmail, :passwordHash, :isAdmin, :isActive, :role, :quotaBytes, :createdAtSeconds)`;

const UPDATE_SQL = `
  UPDATE users SET name = :name, contact_email = :contactEmail, password_hash = :passwordHash, is_admin = :isAdmin,
    is_active = :isActive, role = :role, quota_bytes = :quotaBytes, token_generation = :tokenGeneration
  WHERE user_key = :key`;

function prepareStatements(db: Database) {
  const administrators = 'WHERE is_admin = 1 AND is_active = 1';
  return {
    byEmail: db.prepare<[string], UserRow>(`${USERS} WHERE email = ?`),
    byKey: db.prepare<[number], UserRow>(`${USERS} WHERE user_key = ?`),
    byContactEmail: db.prepare<[string], UserRow>(`${USERS} WHERE contact_email = ? AND contact_email <> ''`),
    firstAdministrator: db.prepare<[], UserRow>(`${USERS} ${administrators} ORDER BY user_key LIMIT 1`),
    countAdministrators: db.prepare<[], { count: number }>(
      `SELECT count(*) AS count FROM users ${administrators}`,
    ),
    insert: db.prepare<[WithFlags<NewUser>]>(INSERT_SQL),
    update: db.prepare<[UserRow]>(UPDATE_SQL),
    recordSignIn: db.prepare<[number, number, number]>(
      'UPDATE users SET last_sign_in_at_s = ?, last_seen_at_s = ? WHERE user_key = ?',
    ),
    recordSeen: db.prepare<[number, number]>('UPDATE users SET last_seen_at_s = ? WHERE user_key = ?'),
    remove: db.prepare<[number]>('DELETE FROM users WHERE user_key = ?'),
    count: db.prepare<[FilterRow], { count: number }>(`SELECT count(*) AS count FROM users WHERE ${MATCHES}`),
  };
}

function preparePage(db: Database, order: string) {
  return db.prepare<[FilterRow & { limit: number; offset: number }], UserRow>(
    `${USERS} WHERE ${MATCHES} ORDER BY ${order} LIMIT :limit OFFSET :offset`,
  );
}

/** Columns by the names of the fields; SQLite has no flags but numbers. */
type WithFlags<U extends NewUser> = Omit<U, Flag> & Readonly<Record<Flag, number>>;
type Flag = 'isAdmin' | 'isActive';
type UserRow = WithFlags<UserRecord>;
type FilterRow = Pick<UserFilter, 'text'> & Readonly<Record<Flag, number | null>>;

function toRow<U extends NewUser>(user: U): WithFlags<U> {
  return { ...user, isAdmin: Number(user.isAdmin), isActive: Number(user.isActive) };
}

function toFilterRow({ isActive, isAdmin, text }: UserFilter): FilterRow {
  return {
    isActive: isActive === null ? null : Number(isActive),
    isAdmin: isAdmin === null ? null : Number(isAdmin),
    text: text.toLowerCase(),
  };
}

function recordOrNull(row: UserRow | undefined): UserRecord | null {
  return row === undefined ? null : recordOf(row);
}

function recordOf(row: UserRow): UserRecord {
  return { ...row, isAdmin: row.isAdmin === 1, isActive: row.isActive === 1 };
}
