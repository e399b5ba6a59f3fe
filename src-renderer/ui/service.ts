import { getContext, setContext } from 'svelte';
import { ANSWERING, type Health } from '../format/health.ts';

/** The service that the page shows, as components see it. */
export interface Service {
  readonly health: Health;
  /** Starts the service again; null: only somebody at its terminal can. */
  readonly startAgain: (() => void) | null;
}

const KEY = Symbol('service');

export function setService(service: Service): Service {
  return setContext(KEY, service);
}

/** The page's service; where none was set, one that answers. */
export function getService(): Service {
  return getContext<Service | undefined>(KEY) ?? { health: ANSWERING, startAgain: null };
}
