import { resolve } from 'node:path';
import { defaultDataDir } from '../app/config.ts';
import { StartError } from '../app/start-error.ts';
import { shellWord } from '../app/terminal-commands.ts';
import { type Answer, type CommandInput, UsageError } from './commands/command.ts';
import { readPassword } from './commands/passwords.ts';
import { visibleLines } from './commands/text.ts';
import { ApiRefusal, createLocalClient } from './local-client.ts';
import { parseCommandLine, type TypedCommandLine } from './program.ts';
import { HelpShown } from './typed-command.ts';

/** Exit codes, documented in README.md. */
const EXIT = { failed: 1, usage: 2, notRunning: 6 } as const;

/** Surroundings of a command line. */
export interface CommandSurroundings {
  readonly stdin: Parameters<typeof readPassword>[0]['input'];
  readonly stdout: { write(text: string): unknown };
  readonly stderr: NodeJS.WritableStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Where the command was typed. */
  readonly cwd: string;
}

/** Runs the command and returns the exit code. */
export async function runCommandLine(
  argv: readonly string[],
  surroundings: CommandSurroundings,
): Promise<number> {
  const { stdout, stderr } = surroundings;
  let isJson = argv.includes('--json');
  const say = (json: object, text: string) =>
    stderr.write(`${isJson ? JSON.stringify(json) : visibleLines(text)}\n`);
  try {
    const typed = parseCommandLine(argv);
    isJson = typed.isJson;
    const warnings: string[] = [];
    const answer = await run(typed, inputFor(typed, surroundings, warnings), surroundings.platform);
    // After the answer is known: for a refusal, programs read a single value.
    for (const warning of warnings) say({ warning }, warning);
    stdout.write(`${isJson ? JSON.stringify(answer.json) : visibleLines(answer.text)}\n`);
    return answer.exitCode ?? 0;
  } catch (error) {
    if (error instanceof HelpShown) return showHelp(error, surroundings);
    const message = error instanceof Error ? error.message : String(error);
    say({ error_code: codeOf(error), error_msg: message }, message);
    return exitCodeOf(error);
  }
}

function inputFor(
  { args, options, dataDir }: TypedCommandLine,
  { stdin, stderr, env, platform, cwd }: CommandSurroundings,
  warnings: string[],
): CommandInput {
  return {
    args,
    options,
    resolvePath: (path) => resolve(cwd, path),
    readPassword: () =>
      readPassword({ input: stdin, output: stderr, isPiped: options['password-stdin'] === true }),
    dataDir: dataDir === undefined ? defaultDataDir({ env, platform }) : resolve(cwd, dataDir),
    warn: (words) => warnings.push(words),
  };
}

async function run(
  { command, dataDir }: TypedCommandLine,
  input: CommandInput,
  platform: NodeJS.Platform,
): Promise<Answer> {
  if ('runAlone' in command) return command.runAlone(input);
  // Loaded only now: the help and completions need no SQLite.
  const { findInstance } = await import('../app/find-instance.ts');
  const instance = findInstance(input.dataDir);
  if (instance !== null) return command.run(createLocalClient(instance), input);
  if (command.runOffline !== undefined) return command.runOffline(input);
  throw new NotRunningError(input.dataDir, dataDir !== undefined, platform);
}

class NotRunningError extends Error {
  override readonly name = 'NotRunningError';

  constructor(dataDir: string, isNamed: boolean, platform: NodeJS.Platform) {
    const start = isNamed ? `npm start -- --data-dir ${shellWord(dataDir, platform)}` : 'npm start';
    const other = isNamed ? '' : ' If yours keeps its data elsewhere, add --data-dir with that folder.';
    super(`No Keepfold runs on ${dataDir}.${other} Start it with: ${start}`);
  }
}

function showHelp({ text, isAsked }: HelpShown, { stdout, stderr }: CommandSurroundings): number {
  (isAsked ? stdout : stderr).write(text);
  return isAsked ? 0 : EXIT.usage;
}

function codeOf(error: unknown): string {
  if (error instanceof ApiRefusal) return error.code;
  return error instanceof Error ? error.name : 'error';
}

function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT.usage;
  if (error instanceof NotRunningError) return EXIT.notRunning;
  return error instanceof StartError ? error.exitCode : EXIT.failed;
}
