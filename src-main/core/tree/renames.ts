import { parentOf } from '../library/path.ts';
import type { Dirent } from '../objects/dir-object.ts';
import { EMPTY_ID } from '../objects/object-id.ts';

export interface PlacedDirent {
  readonly path: string;
  readonly dirent: Dirent;
}

export interface Rename {
  readonly from: PlacedDirent;
  readonly to: PlacedDirent;
}

/**
 * Pairs what was removed with what was added under the same id and kind. Among several candidates the same name wins,
 * then the same folder, then the first. Empty things are all alike, so they are paired only when there is just
 * one of the kind on each side (web-api.md 2.11). What is left keeps its order.
 */
export function pairRenames(
  removed: readonly PlacedDirent[],
  added: readonly PlacedDirent[],
): { renamed: Rename[]; removed: PlacedDirent[]; added: PlacedDirent[] } {
  const renamed: Rename[] = [];
  const addedByContent = Map.groupBy(added, contentKey);
  for (const [key, sources] of Map.groupBy(removed, contentKey)) {
    const candidates = addedByContent.get(key) ?? [];
    const isUnclear = key.endsWith(EMPTY_ID) && (sources.length > 1 || candidates.length > 1);
    if (isUnclear || candidates.length === 0) continue;
    for (const pair of matchGroup(sources, candidates)) renamed.push(pair);
  }
  const gone = new Set(renamed.map((rename) => rename.from));
  const taken = new Set(renamed.map((rename) => rename.to));
  return {
    renamed,
    removed: removed.filter((placed) => !gone.has(placed)),
    added: added.filter((placed) => !taken.has(placed)),
  };
}

function contentKey({ dirent }: PlacedDirent): string {
  return `${dirent.kind} ${dirent.id}`;
}

const PREFERENCES: readonly ((placed: PlacedDirent) => string)[] = [
  (placed) => placed.dirent.name,
  (placed) => parentOf(placed.path),
  () => '',
];

/** Pairs sources and candidates that are all alike in content. */
function matchGroup(sources: readonly PlacedDirent[], candidates: readonly PlacedDirent[]): Rename[] {
  const pairs: Rename[] = [];
  let open = [...sources];
  let free = [...candidates];
  for (const keyOf of PREFERENCES) {
    // Reversed queues: pop takes the first in order without shifting the rest.
    const queues = Map.groupBy(free.toReversed(), keyOf);
    const unmatched: PlacedDirent[] = [];
    for (const from of open) {
      const to = queues.get(keyOf(from))?.pop();
      if (to === undefined) unmatched.push(from);
      else pairs.push({ from, to });
    }
    const left = new Set([...queues.values()].flat());
    open = unmatched;
    free = free.filter((candidate) => left.has(candidate));
  }
  return pairs;
}
