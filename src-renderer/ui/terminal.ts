import { getContext, setContext } from 'svelte';
import type { TerminalCommandsJson } from '../../src-shared/session-api.ts';

/** What is typed in a terminal for the service that the page shows; it is known while that runs, and remembered. */
export interface Terminal {
  /** Null: not told, as to pages of other computers. */
  readonly commands: TerminalCommandsJson | null;
  /** E-mail of the only account; null: not told, or there are several. */
  readonly email: string | null;
}

const KEY = Symbol('terminal');
const UNTOLD: Terminal = { commands: null, email: null };

export function setTerminal(terminal: Terminal): Terminal {
  return setContext(KEY, terminal);
}

export function getTerminal(): Terminal {
  return getContext<Terminal | undefined>(KEY) ?? UNTOLD;
}
