import { getContext, onMount, setContext } from 'svelte';
import type { MenuItem } from './menu-item.ts';

/** The actions for what is selected or shown, as in the menus of its screen. */
export interface ShownGroup {
  /** What they apply to. */
  readonly of: string;
  readonly items: readonly (MenuItem | null)[];
}

type Source = () => ShownGroup | null;

/** The actions for what is on screen, for components that list them elsewhere. */
export class ShownVerbs {
  readonly #sources: Source[] = [];

  /** @returns removes them again */
  add(source: Source): () => void {
    this.#sources.unshift(source);
    return () => void this.#sources.splice(this.#sources.indexOf(source), 1);
  }

  /** The current ones, those of the innermost part first. */
  get all(): readonly ShownGroup[] {
    return this.#sources.flatMap((source) => source() ?? []);
  }
}

const KEY = Symbol('shown verbs');

export function setShownVerbs(verbs: ShownVerbs): ShownVerbs {
  return setContext(KEY, verbs);
}

/** Offers actions while the component is mounted. Null: nothing is selected. */
export function offerVerbs(source: Source): void {
  const verbs = getContext<ShownVerbs | undefined>(KEY);
  if (verbs !== undefined) onMount(() => verbs.add(source));
}
