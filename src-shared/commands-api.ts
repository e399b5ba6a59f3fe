/**
 * `GET commands/`: how this server is reached from a terminal. Told to programs of its own computer alone, which need no
 * token for it; everybody else gets nulls. `email`: of the only account there is.
 */
export interface CommandsJson {
  commands: TerminalCommandsJson | null;
  email: string | null;
}

/** Whole commands, quoted for the shell of that computer. */
export interface TerminalCommandsJson {
  /** Where they are typed; null: anywhere. */
  folder: string | null;
  /** Opens its page signed in, while it runs. */
  open: string;
  /** Starts it again at the same address. */
  start: string;
  /** Prints a link that signs in; null: there is no such command where it was installed as an app. */
  sign_in: string | null;
  add_user: string | null;
}
