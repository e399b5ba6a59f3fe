import { type Database, openDatabase } from '../../src-main/store/sqlite/open.ts';

/** Made once: all migrations take ten times as long as a copy of what they end with. */
let image: Buffer | null = null;

/** A real database in memory with the current schema. */
export function memoryDatabase(): Database {
  image ??= openDatabase(':memory:').serialize();
  return openDatabase(image);
}

/** One immediate transaction, as the services get it. */
export function transactionOf(db: Database): <T>(work: () => T) => T {
  return (work) => db.transaction(work).immediate();
}
