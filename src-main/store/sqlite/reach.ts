import type { Database } from 'better-sqlite3';

/** Whether devices of the network may connect, and the names that they may call the server by. */
export type ReachTable = ReturnType<typeof createReachTable>;

export interface NetworkReach {
  readonly isOn: boolean;
  /** Null: the usual one. */
  readonly port: number | null;
}

const OFF: NetworkReach = { isOn: false, port: null };

export function createReachTable(db: Database) {
  const find = db.prepare<[], { is_on: number; port: number | null }>(
    'SELECT is_on, port FROM network_reach',
  );
  const put = db.prepare<[number, number | null]>(
    'INSERT OR REPLACE INTO network_reach (one, is_on, port) VALUES (1, ?, ?)',
  );
  const names = db.prepare<[], string>('SELECT name FROM allowed_hosts ORDER BY name').pluck();
  const add = db.prepare<[string]>('INSERT OR IGNORE INTO allowed_hosts (name) VALUES (?)');
  const remove = db.prepare<[string]>('DELETE FROM allowed_hosts WHERE name = ?');
  return {
    /** Off until an administrator decides. */
    network(): NetworkReach {
      const row = find.get();
      return row === undefined ? OFF : { isOn: row.is_on === 1, port: row.port };
    },
    setNetwork({ isOn, port }: NetworkReach): void {
      put.run(isOn ? 1 : 0, port);
    },
    allowedNames: (): string[] => names.all(),
    allow(name: string): void {
      add.run(name);
    },
    /** A name that is not there is no work. */
    disallow(name: string): void {
      remove.run(name);
    },
  };
}
