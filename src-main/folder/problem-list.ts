import { isWithin, parentPath } from '../core/folder/folder-entry.ts';
import type { FolderProblem } from './ports.ts';

/** More than anyone reads; beyond it only the first ones are kept. */
const MAX_PROBLEMS = 10_000;

const MAX_LISTED = 100;

/** What is wrong in a linked folder now, one problem a path. */
export class ProblemList {
  readonly #byPath = new Map<string, FolderProblem>();

  get count(): number {
    return this.#byPath.size;
  }

  /** In the order in which they were found, at most 100. */
  list(): FolderProblem[] {
    return [...this.#byPath.values()].slice(0, MAX_LISTED);
  }

  add(problem: FolderProblem): void {
    if (this.#byPath.size < MAX_PROBLEMS || this.#byPath.has(problem.path))
      this.#byPath.set(problem.path, problem);
  }

  /** Forgets what was known about a folder that is looked at anew: itself, what is directly or anywhere inside it. */
  clear(dir: string, { isDeep }: { isDeep: boolean }): void {
    if (this.#byPath.size === 0) return;
    for (const path of this.#byPath.keys()) {
      const isHere = path === dir || parentPath(path) === dir;
      if (isHere || (isDeep && isWithin(path, dir))) this.#byPath.delete(path);
    }
  }

  clearAll(): void {
    this.#byPath.clear();
  }
}
