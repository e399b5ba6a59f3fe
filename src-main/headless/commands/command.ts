import type { LocalClient } from '../local-client.ts';

/** The answer of a command: a value for `--json`, and a text for people. */
export interface Answer {
  readonly json: unknown;
  readonly text: string;
  /** 0 unless the answer itself is bad news, such as damage found. */
  readonly exitCode?: number;
}

interface FlagShape {
  readonly about: string;
}

interface TextShape extends FlagShape {
  /** Name of the value in the help, such as `dir` in `--to <dir>`. */
  readonly value: string;
}

/** The options of a command by their long names, without dashes. */
export type OptionShapes = Readonly<Record<string, FlagShape | TextShape>>;

type ValueOf<Shape> = Shape extends TextShape ? string | undefined : boolean;

/** Given options, as declared: a command can read no others. */
type Given<Shapes extends OptionShapes> = { readonly [Name in keyof Shapes]: ValueOf<Shapes[Name]> };

export interface CommandInput<Shapes extends OptionShapes = OptionShapes> {
  /** Words after the name of the command. */
  readonly args: readonly string[];
  readonly options: Given<Shapes>;
  /** Resolves a path relative to where the command was typed. */
  readonly resolvePath: (path: string) => string;
  readonly dataDir: string;
  /** Reads from the terminal, or from a pipe with `--password-stdin`: others can read command lines. */
  readonly readPassword: () => Promise<string>;
  /** Prints a warning on standard error, beside the answer. */
  readonly warn: (words: string) => void;
}

interface CommandShape<Shapes extends OptionShapes> {
  /** For example `folder add`. */
  readonly name: string;
  /** Words after the name: `<required>`, `[optional]`, `<several...>`. */
  readonly args?: string;
  readonly summary: string;
  readonly options?: Shapes;
  /** An example of its use, without the name of the program. */
  readonly example: string;
}

interface OnlineWay<Shapes extends OptionShapes> {
  /** Asks the running instance. */
  run(client: LocalClient, input: CommandInput<Shapes>): Promise<Answer>;
  /** Works on the data folder directly when no instance runs. */
  runOffline?(input: CommandInput<Shapes>): Promise<Answer>;
}

interface LonelyWay<Shapes extends OptionShapes> {
  /** Needs neither an instance nor a data folder. */
  runAlone(input: CommandInput<Shapes>): Promise<Answer>;
}

type Declaration<Shapes extends OptionShapes> = CommandShape<Shapes> &
  (OnlineWay<Shapes> | LonelyWay<Shapes>);

/** A declared command: the parser, the help and the completions of shells all read it. */
export type Command = Declaration<OptionShapes>;

/** Declares a command; it can only read options that it declares. */
export function command<const Shapes extends OptionShapes>(declaration: Declaration<Shapes>): Command {
  return declaration;
}

/** An error that the user can correct; the text says how. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * The requested number of rows.
 * @throws UsageError
 */
export function limitOf({ limit }: { readonly limit: string | undefined }, otherwise: number): number {
  const count = Number(limit ?? otherwise);
  if (!Number.isSafeInteger(count) || count < 1) throw new UsageError('--limit needs a whole number from 1.');
  return count;
}

/** The options of all commands that remove or overwrite something. */
export const TWICE = {
  yes: { about: 'does it' },
  'dry-run': { about: 'only says what would be done' },
} as const satisfies OptionShapes;

/** Destructive commands require `--yes`. */
export function requireYes({ yes }: { readonly yes: boolean }, consequence: string): void {
  if (!yes) throw new UsageError(`${consequence} Add --yes to do it, or --dry-run to look first.`);
}

/** What every command takes. */
export const COMMON_OPTIONS = {
  'data-dir': { value: 'dir', about: 'the data folder; without it KEEPFOLD_DATA_DIR or that of this system' },
  json: { about: 'answers for programs' },
} as const satisfies OptionShapes;
