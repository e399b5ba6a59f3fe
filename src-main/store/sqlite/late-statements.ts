import type { Database, Statement } from 'better-sqlite3';

/**
 * Has the database compile each statement when it is first used. Tables have some four hundred: to compile them all
 * was two thirds of what opening a data folder cost.
 */
export function prepareLate(db: Database): void {
  const prepare = db.prepare.bind(db);
  // Of a statement only what `LateStatement` has is in use, and all statements of this connection are made here.
  const late = (sql: string) => new LateStatement(() => prepare<unknown[]>(sql));
  Object.assign(db, { prepare: late });
}

class LateStatement implements Pick<Statement<unknown[]>, 'run' | 'get' | 'all' | 'iterate'> {
  #make: () => Statement<unknown[]>;
  #made: Statement<unknown[]> | null = null;

  constructor(make: () => Statement<unknown[]>) {
    this.#make = make;
  }

  get #statement(): Statement<unknown[]> {
    this.#made ??= this.#make();
    return this.#made;
  }

  run(...values: unknown[]) {
    return this.#statement.run(...values);
  }

  get(...values: unknown[]) {
    return this.#statement.get(...values);
  }

  all(...values: unknown[]) {
    return this.#statement.all(...values);
  }

  iterate(...values: unknown[]) {
    return this.#statement.iterate(...values);
  }

  pluck(): this {
    return this.#as((statement) => statement.pluck());
  }

  raw(): this {
    return this.#as((statement) => statement.raw());
  }

  #as(turn: (statement: Statement<unknown[]>) => Statement<unknown[]>): this {
    const make = this.#make;
    this.#make = () => turn(make());
    return this;
  }
}
