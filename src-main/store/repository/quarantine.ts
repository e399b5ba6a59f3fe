import { codeOf } from '../backend/backend.ts';
import type { DamagedObject, ObjectName } from '../objects/object-store.ts';
import type { DamagedObjectTable } from '../sqlite/damaged-objects.ts';

export interface QuarantineDependencies {
  readonly table: DamagedObjectTable;
  /** The number that stands for the library; null while it has no objects on record. */
  readonly storeKey: () => number | null;
  readonly nowSeconds: () => number;
  /** Told once of each object found damaged. */
  readonly onDamaged: (object: ObjectName) => void;
}

/** About 20 MB. Damage beyond it is noticed again at the next read. */
const MAX_UNRECORDED = 100_000;

/** Objects of one library whose stored copy was found damaged. They count as absent. */
export class Quarantine {
  readonly #deps: QuarantineDependencies;
  /** False spares a query for each object of a sound library. */
  #mayHoldAny: boolean;
  /** Found, but the database would not take them: they count anyway, and the next flush records them. */
  readonly #unrecorded = new Map<string, DamagedObject>();

  constructor(deps: QuarantineDependencies) {
    this.#deps = deps;
    const storeKey = deps.storeKey();
    this.#mayHoldAny = storeKey !== null && deps.table.hasAny(storeKey);
  }

  /** False: nothing is in it. */
  get mayHoldAny(): boolean {
    return this.#mayHoldAny;
  }

  has(object: ObjectName): boolean {
    if (!this.#mayHoldAny) return false;
    if (this.#unrecorded.has(object.kind + object.id)) return true;
    const storeKey = this.#deps.storeKey();
    return storeKey !== null && this.#deps.table.has(storeKey, object);
  }

  add({ kind, id }: ObjectName, reason: string): void {
    if (this.has({ kind, id })) return;
    this.#mayHoldAny = true;
    const foundAtSeconds = this.#deps.nowSeconds();
    if (this.#unrecorded.size < MAX_UNRECORDED)
      this.#unrecorded.set(kind + id, { kind, id, foundAtSeconds, reason });
    try {
      this.record();
    } catch (error) {
      // No room or no time: the reader of the object is told that it is damaged, not that the database is busy.
      if (!codeOf(error).startsWith('SQLITE_')) throw error;
    }
    this.#deps.onDamaged({ kind, id });
  }

  /** A good copy was read at the object's place, or has been recorded. */
  remove(object: ObjectName): void {
    if (!this.has(object)) return;
    this.#unrecorded.delete(object.kind + object.id);
    const storeKey = this.#deps.storeKey();
    if (storeKey !== null) this.#deps.table.remove(storeKey, object);
  }

  /** Puts what is not on record there. Throws the database's error. */
  record(): void {
    const storeKey = this.#deps.storeKey();
    if (this.#unrecorded.size === 0 || storeKey === null) return;
    this.#deps.table.addAll(storeKey, [...this.#unrecorded.values()]);
    this.#unrecorded.clear();
  }

  *list(): Iterable<DamagedObject> {
    const storeKey = this.#deps.storeKey();
    if (!this.#mayHoldAny || storeKey === null) return;
    yield* [...this.#unrecorded.values()];
    yield* this.#deps.table.list(storeKey);
  }
}
