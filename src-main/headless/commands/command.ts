import type { LocalClient } from '../local-client.ts';

/** What a command answers: one value for `--json`, one text for people. */
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
  /** What the help calls the value, for example `dir` in `--to <dir>`. */
  readonly value: string;
}

/** The options of a command by their long names, without dashes. */
export type OptionShapes = Readonly<Record<string, FlagShape | TextShape>>;

type ValueOf<Shape> = Shape extends TextShape ? string | undefined : boolean;

/** Options as given, each as declared: a command can read no other. */
type Given<Shapes extends OptionShapes> = { readonly [Name in keyof Shapes]: ValueOf<Shapes[Name]> };

export interface CommandInput<Shapes extends OptionShapes = OptionShapes> {
  /** Words after the command's own. */
  readonly args: readonly string[];
  readonly options: Given<Shapes>;
  /** Absolute form of a path that was given relative to where the command was typed. */
  readonly resolvePath: (path: string) => string;
  readonly dataDir: string;
  /** What is typed on a terminal, or piped in with `--password-stdin`: others can read what stands on a command line. */
  readonly readPassword: () => Promise<string>;
  /** Says something on standard error, beside the answer. */
  readonly warn: (words: string) => void;
}

interface CommandShape<Shapes extends OptionShapes> {
  /** For example `folder add`. */
  readonly name: string;
  /** Words after the name: `<one that is needed>`, `[one that is not]`, `<several...>`. */
  readonly args?: string;
  readonly summary: string;
  readonly options?: Shapes;
  /** What a user types, without the program's own name. */
  readonly example: string;
}

interface OnlineWay<Shapes extends OptionShapes> {
  /** Asks the running instance. */
  run(client: LocalClient, input: CommandInput<Shapes>): Promise<Answer>;
  /** Works on the data folder itself when no instance runs. */
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

/** Declares a command; what it reads is checked against the options that it declares. */
export function command<const Shapes extends OptionShapes>(declaration: Declaration<Shapes>): Command {
  return declaration;
}

/** Something the person typing can mend: the text says how. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** How many rows are wanted. @throws UsageError */
export function limitOf({ limit }: { readonly limit: string | undefined }, otherwise: number): number {
  const count = Number(limit ?? otherwise);
  if (!Number.isSafeInteger(count) || count < 1) throw new UsageError('--limit needs a whole number from 1.');
  return count;
}

/** Of commands that remove or overwrite something: all of them have both. */
export const TWICE = {
  yes: { about: 'does it' },
  'dry-run': { about: 'only says what would be done' },
} as const satisfies OptionShapes;

/** Destructive commands run only when they are told twice. */
export function requireYes({ yes }: { readonly yes: boolean }, consequence: string): void {
  if (!yes) throw new UsageError(`${consequence} Add --yes to do it, or --dry-run to look first.`);
}

/** What every command takes. */
export const COMMON_OPTIONS = {
  'data-dir': { value: 'dir', about: 'the data folder; without it KEEPFOLD_DATA_DIR or that of this system' },
  json: { about: 'answers for programs' },
} as const satisfies OptionShapes;
