import { type Database, openDatabase } from '../../src-main/store/sqlite/open.ts';

/** A real database in memory with the current schema. */
export function memoryDatabase(): Database {
  return openDatabase(':memory:');
}

/** One immediate transaction, as the services get it. */
export function transactionOf(db: Database): <T>(work: () => T) => T {
  return (work) => db.transaction(work).immediate();
}
