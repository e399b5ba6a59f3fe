import { getContext, setContext } from 'svelte';
import type { TerminalCommandsJson } from '../../src-shared/session-api.ts';
import { ANSWERING, type Health } from '../format/health.ts';

/** The service that the page shows, as components see it. */
export interface Service {
  readonly health: Health;
  /** Starts the service again; null: only possible at its terminal. */
  readonly startAgain: (() => void) | null;
}

const KEY = Symbol('service');

export function setService(service: Service): Service {
  return setContext(KEY, service);
}

/** The page's service; if none was set, one that answers. */
export function getService(): Service {
  return getContext<Service | undefined>(KEY) ?? { health: ANSWERING, startAgain: null };
}

/** The terminal commands for the service that the page shows; fetched while that runs, and remembered. */
export interface Terminal {
  /** Null: not known, as on pages of other computers. */
  readonly commands: TerminalCommandsJson | null;
  /** E-mail of the only account; null: not known, or there are several. */
  readonly email: string | null;
}

const TERMINAL = Symbol('terminal');
const UNTOLD: Terminal = { commands: null, email: null };

export function setTerminal(terminal: Terminal): Terminal {
  return setContext(TERMINAL, terminal);
}

export function getTerminal(): Terminal {
  return getContext<Terminal | undefined>(TERMINAL) ?? UNTOLD;
}
