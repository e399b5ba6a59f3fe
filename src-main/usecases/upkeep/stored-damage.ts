import type { LibraryId } from '../../core/library/library-id.ts';
import { pathsOfObjects } from '../../engine/objects/damaged-paths.ts';
import type { Ports } from '../../engine/ports.ts';
import type { DamagedObject } from '../../store/objects/object-store.ts';

/** A stored object that is damaged, and what needs it. */
export interface NamedDamage extends DamagedObject {
  readonly libraryId: LibraryId;
  readonly libraryName: string;
  /** What needs it today; empty: nothing, as far as was looked, so only earlier versions do. */
  readonly path: string;
}

export interface KnownDamage {
  /** The first of them. */
  readonly damaged: readonly NamedDamage[];
  /** At most `DAMAGE_COUNTED`. */
  readonly damagedCount: number;
}

export type StoredDamageDependencies = Pick<Ports, 'libraryTable' | 'objects' | 'events'>;

const DAMAGE_TOLD = 20;
const DAMAGE_COUNTED = 1_000;
/** Some seconds. */
const ENTRIES_SEARCHED = 200_000;

/** Damage that the store has on record, with the names of what needs it. */
export function createStoredDamage({ objects, libraryTable, events }: StoredDamageDependencies) {
  /** By library, head and object; empty: nothing needs it today. */
  let paths: ReadonlyMap<string, string> = new Map();
  let told = 0;

  function* all(): Iterable<{ library: ReturnType<typeof libraryTable.allKept>[number] } & DamagedObject> {
    for (const library of libraryTable.allKept())
      for (const object of objects.library(library.id).damaged()) yield { library, ...object };
  }

  return {
    known(): KnownDamage {
      const damaged: NamedDamage[] = [];
      let damagedCount = 0;
      for (const { library, ...object } of all()) {
        damagedCount += 1;
        if (damagedCount >= DAMAGE_COUNTED) break;
        if (damaged.length === DAMAGE_TOLD) continue;
        const path = paths.get(library.headId + object.kind + object.id) ?? '';
        damaged.push({ libraryId: library.id, libraryName: library.name, ...object, path });
      }
      return { damaged, damagedCount };
    },

    /** Told of each object that turns out to be damaged, whoever read it. */
    found(): void {
      // It may be repaired by when it is looked at again, which is news then.
      told = -1;
      events.emit({ type: 'integrity' });
    },

    /** Finds out what needs the first of what is damaged. */
    async name(signal: AbortSignal): Promise<void> {
      const named = new Map<string, string>();
      const wanted = new Map<LibraryId, Set<string>>();
      let count = 0;
      for (const { library, kind, id } of all()) {
        count += 1;
        if (count > DAMAGE_TOLD) break;
        if (kind !== 'commit') wanted.set(library.id, (wanted.get(library.id) ?? new Set()).add(id));
      }
      for (const [libraryId, ids] of wanted) {
        const library = libraryTable.find(libraryId);
        if (library === null) continue;
        const search = { wanted: ids, most: ENTRIES_SEARCHED, signal };
        const found = await pathsOfObjects(objects.library(libraryId), library.rootId, search);
        for (const kind of ['fs', 'block'] as const)
          for (const [id, path] of found) named.set(library.headId + kind + id, path);
      }
      const isOther = [...named].some(([key, path]) => paths.get(key) !== path);
      const isNews = count !== told || named.size !== paths.size || isOther;
      paths = named;
      told = count;
      if (isNews) events.emit({ type: 'integrity' });
    },
  };
}
