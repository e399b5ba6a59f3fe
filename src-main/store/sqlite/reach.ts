import type { Database } from 'better-sqlite3';

/** Whether devices of the network may connect, and by which names and addresses the server is reached. */
export type ReachTable = ReturnType<typeof createReachTable>;

export interface NetworkReach {
  readonly isOn: boolean;
  /** Null: the usual one. */
  readonly port: number | null;
}

/** How the owner says that the server is reached: a name, an address that a proxy shows it at, a proxy that is believed. */
export type ReachEntryKind = 'name' | 'public-url' | 'proxy';

const OFF: NetworkReach = { isOn: false, port: null };

export function createReachTable(db: Database) {
  const find = db.prepare<[], { is_on: number; port: number | null }>(
    'SELECT is_on, port FROM network_reach',
  );
  const put = db.prepare<[number, number | null]>(
    'INSERT OR REPLACE INTO network_reach (one, is_on, port) VALUES (1, ?, ?)',
  );
  const entriesIn = (table: string, column: string, order: string) => ({
    list: db.prepare<[], string>(`SELECT ${column} FROM ${table} ORDER BY ${order}`).pluck(),
    add: db.prepare<[string]>(`INSERT OR IGNORE INTO ${table} (${column}) VALUES (?)`),
    remove: db.prepare<[string]>(`DELETE FROM ${table} WHERE ${column} = ?`),
  });
  const entries = {
    name: entriesIn('allowed_hosts', 'name', 'name'),
    'public-url': entriesIn('public_urls', 'url', 'place'),
    proxy: entriesIn('trusted_proxies', 'address', 'address'),
  } as const satisfies Readonly<Record<ReachEntryKind, unknown>>;
  return {
    /** Off until an administrator decides. */
    network(): NetworkReach {
      const row = find.get();
      return row === undefined ? OFF : { isOn: row.is_on === 1, port: row.port };
    },
    setNetwork({ isOn, port }: NetworkReach): void {
      put.run(isOn ? 1 : 0, port);
    },
    /** Addresses of proxies in the order in which they were added. */
    entries: (kind: ReachEntryKind): string[] => entries[kind].list.all(),
    add(kind: ReachEntryKind, value: string): void {
      entries[kind].add.run(value);
    },
    /** What is not there is no work. */
    remove(kind: ReachEntryKind, value: string): void {
      entries[kind].remove.run(value);
    },
  };
}
