import { isWithin, parentPath } from '../../core/folder/folder-entry.ts';
import type { FolderProblem } from '../ports.ts';

/** More than anyone reads; beyond it only the first ones are kept. */
const MAX_PROBLEMS = 10_000;

const MAX_LISTED = 100;

/** A problem and since when it is there, however often it was seen. */
export interface LastingProblem extends FolderProblem {
  readonly sinceSeconds: number;
}

/** What is wrong in a linked folder now, one problem a path. */
export class ProblemList {
  readonly #nowSeconds: () => number;
  readonly #byPath = new Map<string, LastingProblem>();
  /** Since when there was something at a path that is looked at anew. */
  readonly #sinceBefore = new Map<string, number>();

  constructor(nowSeconds: () => number) {
    this.#nowSeconds = nowSeconds;
  }

  get count(): number {
    return this.#byPath.size;
  }

  /** In the order in which they were found, at most 100. */
  list(): LastingProblem[] {
    return [...this.#byPath.values()].slice(0, MAX_LISTED);
  }

  add(problem: FolderProblem): void {
    const { path } = problem;
    const sinceSeconds =
      this.#byPath.get(path)?.sinceSeconds ?? this.#sinceBefore.get(path) ?? this.#nowSeconds();
    if (this.#byPath.size < MAX_PROBLEMS || this.#byPath.has(path))
      this.#byPath.set(path, { ...problem, sinceSeconds });
  }

  /** Forgets what was known about a folder that is looked at anew: itself, what is directly or anywhere inside it. */
  clear(dir: string, { isDeep }: { isDeep: boolean }): void {
    if (this.#byPath.size === 0) return;
    for (const path of this.#byPath.keys()) {
      const isHere = path === dir || parentPath(path) === dir;
      if (isHere || (isDeep && isWithin(path, dir))) this.#drop(path);
    }
  }

  clearAll(): void {
    for (const path of this.#byPath.keys()) this.#drop(path);
  }

  /** A scan is over: what was not found again is gone for good. */
  endScan(): void {
    this.#sinceBefore.clear();
  }

  #drop(path: string): void {
    const problem = this.#byPath.get(path);
    if (problem !== undefined) this.#sinceBefore.set(path, problem.sinceSeconds);
    this.#byPath.delete(path);
  }
}
