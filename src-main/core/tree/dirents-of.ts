import type { Dirent } from '../objects/dir-object.ts';
import type { ObjectId } from '../objects/object-id.ts';
import { corrupt } from '../objects/parse-object.ts';
import { inSteps, isStepDue, type Steps, type Yield } from '../steps.ts';
import type { ReadDir } from './read-dir.ts';
import { MAX_DEPTH } from './split-path.ts';

export type DirentsByName = ReadonlyMap<string, Dirent>;

/**
 * The dirents of a folder, in their own order; none where there is no folder. `depth` counts from 0 at the root.
 * @throws DomainError `object-corrupt` below `MAX_DEPTH` folders.
 */
export async function direntsOf(
  readDir: ReadDir,
  id: ObjectId | undefined,
  depth: number,
): Promise<readonly Dirent[]> {
  if (id === undefined) return NO_DIRENTS;
  if (depth > MAX_DEPTH) throw corrupt(id, 'too-deep');
  return readDir(id);
}

/**
 * As `direntsOf`, by name.
 * @param yieldToEventLoop lets others have their turn while many are put into a table
 */
export async function direntsByName(
  readDir: ReadDir,
  id: ObjectId | undefined,
  depth: number,
  yieldToEventLoop?: Yield,
): Promise<DirentsByName> {
  return inSteps(tableOf(await direntsOf(readDir, id, depth)), yieldToEventLoop);
}

/** The names of both, each once: those of the first before those that the second alone has. */
export function* namesIn(first: DirentsByName, second: DirentsByName): Steps<Set<string>> {
  const names = new Set<string>();
  let at = 0;
  for (const table of [first, second]) {
    for (const name of table.keys()) {
      if (isStepDue(at++)) yield;
      names.add(name);
    }
  }
  return names;
}

/** By name, in their own order. */
export function* tableOf(dirents: readonly Dirent[]): Steps<Map<string, Dirent>> {
  const table = new Map<string, Dirent>();
  for (const [at, dirent] of dirents.entries()) {
    if (isStepDue(at)) yield;
    table.set(dirent.name, dirent);
  }
  return table;
}

const NO_DIRENTS: readonly Dirent[] = [];
