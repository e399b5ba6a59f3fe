import { getContext, setContext } from 'svelte';

const KEY = Symbol('clock');
const TICK_MS = 20_000;

/** The time of day as state, so that "5 minutes ago" grows older on screen. Coarse: one tick for the whole page. */
export class Clock {
  #nowSeconds = $state.raw(Math.floor(Date.now() / 1000));

  get nowSeconds(): number {
    return this.#nowSeconds;
  }

  start(): () => void {
    const timer = setInterval(() => {
      this.#nowSeconds = Math.floor(Date.now() / 1000);
    }, TICK_MS);
    return () => clearInterval(timer);
  }
}

export function setClock(clock: Clock): Clock {
  return setContext(KEY, clock);
}

/** The page's clock; if none was set, one that stands still. */
export function getClock(): Clock {
  return getContext<Clock | undefined>(KEY) ?? new Clock();
}
