import { getContext, onMount, setContext } from 'svelte';
import type { MenuItem } from './menu-item.ts';

/** What can be done with what is selected or shown, as the menus of its screen say it. */
export interface ShownGroup {
  /** What it is done with. */
  readonly of: string;
  readonly items: readonly (MenuItem | null)[];
}

type Source = () => ShownGroup | null;

/** The verbs of what is on screen, for whatever lists them elsewhere. */
export class ShownVerbs {
  readonly #sources: Source[] = [];

  /** @returns takes them away again */
  add(source: Source): () => void {
    this.#sources.unshift(source);
    return () => void this.#sources.splice(this.#sources.indexOf(source), 1);
  }

  /** As they are now, those of the innermost part first. */
  get all(): readonly ShownGroup[] {
    return this.#sources.flatMap((source) => source() ?? []);
  }
}

const KEY = Symbol('shown verbs');

export function setShownVerbs(verbs: ShownVerbs): ShownVerbs {
  return setContext(KEY, verbs);
}

/** Offers verbs while the component is there. Null: nothing is selected. */
export function offerVerbs(source: Source): void {
  const verbs = getContext<ShownVerbs | undefined>(KEY);
  if (verbs !== undefined) onMount(() => verbs.add(source));
}
