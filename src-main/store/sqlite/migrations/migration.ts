import type { Database } from 'better-sqlite3';

/** One forward step of the schema. Runs inside a transaction that also raises `user_version` to `version`. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  /** Why the schema needs the step, in one sentence. */
  readonly why: string;
  up(db: Database): void;
}
