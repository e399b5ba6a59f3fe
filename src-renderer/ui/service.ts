import { getContext, setContext } from 'svelte';
import type { TerminalCommandsJson } from '../../src-shared/session-api.ts';
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

/** What is typed in a terminal for the service that the page shows; it is known while that runs, and remembered. */
export interface Terminal {
  /** Null: not told, as to pages of other computers. */
  readonly commands: TerminalCommandsJson | null;
  /** E-mail of the only account; null: not told, or there are several. */
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
