import type { LocalClient } from '../local-client.ts';

/** What a command answers: one value for `--json`, one text for people. */
export interface Answer {
  readonly json: unknown;
  readonly text: string;
  /** 0 unless the answer itself is bad news, such as damage found. */
  readonly exitCode?: number;
}

/** Options as given: `true` for a bare flag. */
export type Options = Readonly<Record<string, string | boolean | undefined>>;

export interface CommandInput {
  /** Words after the command's own. */
  readonly args: readonly string[];
  readonly options: Options;
  /** Absolute form of a path that was given relative to where the command was typed. */
  readonly resolvePath: (path: string) => string;
  readonly dataDir: string;
  /** What is piped in, without the line end: for what must not stand on a command line, where others can read it. */
  readonly readPassword: () => Promise<string>;
}

interface CommandShape {
  /** For example `folder add`. */
  readonly name: string;
  /** Arguments, as the help shows them. */
  readonly usage: string;
  readonly summary: string;
  readonly minArgs: number;
  readonly maxArgs: number;
}

/** A command that asks the running instance. */
export interface OnlineCommand extends CommandShape {
  readonly run: (client: LocalClient, input: CommandInput) => Promise<Answer>;
}

/** A command that works on the data folder itself when no instance runs. */
export interface MaintenanceCommand extends OnlineCommand {
  readonly runOffline: (input: CommandInput) => Promise<Answer>;
}

export type Command = OnlineCommand | MaintenanceCommand;

/** Something the person typing can mend: the text says how. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export function optionText(options: Options, name: string): string | undefined {
  const value = options[name];
  if (value === true) throw new UsageError(`--${name} needs a value.`);
  return typeof value === 'string' ? value : undefined;
}

/** Destructive commands run only when they are told twice. */
export function requireYes(options: Options, consequence: string): void {
  if (options['yes'] !== true)
    throw new UsageError(`${consequence} Add --yes to do it, or --dry-run to look first.`);
}
