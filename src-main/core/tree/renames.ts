import { parentOf } from '../library/path.ts';
import type { Dirent } from '../objects/dir-object.ts';
import { EMPTY_ID } from '../objects/object-id.ts';
import { filterInSteps, groupInSteps, isStepDue, type Steps } from '../steps.ts';

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
 * one of the kind on each side. What is left keeps its order.
 */
export function* pairRenames(
  removed: readonly PlacedDirent[],
  added: readonly PlacedDirent[],
): Steps<{ renamed: Rename[]; removed: PlacedDirent[]; added: PlacedDirent[] }> {
  const renamed: Rename[] = [];
  const addedByContent = yield* groupInSteps(added, contentKey);
  const removedByContent = yield* groupInSteps(removed, contentKey);
  let at = 0;
  for (const [key, sources] of removedByContent) {
    if (isStepDue(at++)) yield;
    const candidates = addedByContent.get(key) ?? [];
    const isUnclear = key.endsWith(EMPTY_ID) && (sources.length > 1 || candidates.length > 1);
    if (isUnclear || candidates.length === 0) continue;
    yield* matchGroup({ sources, candidates }, renamed);
  }
  const gone = new Set<PlacedDirent>();
  const taken = new Set<PlacedDirent>();
  for (const [index, { from, to }] of renamed.entries()) {
    if (isStepDue(index)) yield;
    gone.add(from);
    taken.add(to);
  }
  return {
    renamed,
    removed: yield* filterInSteps(removed, (placed) => !gone.has(placed)),
    added: yield* filterInSteps(added, (placed) => !taken.has(placed)),
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

interface Alike {
  readonly sources: readonly PlacedDirent[];
  readonly candidates: readonly PlacedDirent[];
}

/** Pairs sources and candidates that are all alike in content. */
function* matchGroup({ sources, candidates }: Alike, pairs: Rename[]): Steps<void> {
  const [from, secondFrom] = sources;
  const [to, secondTo] = candidates;
  if (from !== undefined && to !== undefined && secondFrom === undefined && secondTo === undefined) {
    pairs.push({ from, to });
    return;
  }
  let open = sources;
  let free = candidates;
  for (const keyOf of PREFERENCES) {
    const left = yield* matchBy(keyOf, { sources: open, candidates: free }, pairs);
    open = left.sources;
    free = left.candidates;
  }
}

/** Pairs those of one key, the first with the first. @returns what is left, in its order */
function* matchBy(
  keyOf: (placed: PlacedDirent) => string,
  { sources, candidates }: Alike,
  pairs: Rename[],
): Steps<Alike> {
  const queues = yield* groupInSteps(candidates, keyOf);
  const used = new Map<string, number>();
  const taken = new Set<PlacedDirent>();
  const unmatched: PlacedDirent[] = [];
  for (const [at, from] of sources.entries()) {
    if (isStepDue(at)) yield;
    const key = keyOf(from);
    const next = used.get(key) ?? 0;
    const to = queues.get(key)?.[next];
    used.set(key, next + 1);
    if (to === undefined) unmatched.push(from);
    else {
      pairs.push({ from, to });
      taken.add(to);
    }
  }
  return {
    sources: unmatched,
    candidates: yield* filterInSteps(candidates, (placed) => !taken.has(placed)),
  };
}
