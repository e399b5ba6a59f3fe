import { SvelteSet } from 'svelte/reactivity';

/** Items of the past that somebody ticked, by path; they stay ticked from folder to folder and snapshot to snapshot. */
export class PastSelection {
  readonly #paths = new SvelteSet<string>();

  get paths(): readonly string[] {
    return [...this.#paths];
  }

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  toggle(path: string): void {
    if (!this.#paths.delete(path)) this.#paths.add(path);
  }

  clear(): void {
    this.#paths.clear();
  }
}
