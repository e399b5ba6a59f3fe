import { resolve } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { defaultDataDir } from '../app/config.ts';
import { findInstance } from '../app/maintenance.ts';
import { StartError } from '../app/start-error.ts';
import { backupCommands } from './commands/backup-commands.ts';
import { type Answer, type Command, type CommandInput, UsageError } from './commands/command.ts';
import { contentCommands } from './commands/content-commands.ts';
import { folderChoiceCommands } from './commands/folder-choice-commands.ts';
import { folderCommands } from './commands/folder-commands.ts';
import { folderKeyCommands } from './commands/folder-key-commands.ts';
import { libraryCommands } from './commands/library-commands.ts';
import { restCommands } from './commands/rest-commands.ts';
import { searchCommands } from './commands/search-commands.ts';
import { upkeepCommands } from './commands/upkeep-commands.ts';
import { ApiRefusal, createLocalClient } from './local-client.ts';

/** Exit codes, documented in README.md. */
const EXIT = { failed: 1, usage: 2, notRunning: 6 } as const;

const COMMANDS: readonly Command[] = [
  ...upkeepCommands,
  ...backupCommands,
  ...libraryCommands,
  ...folderCommands,
  ...folderChoiceCommands,
  ...folderKeyCommands,
  ...restCommands,
  ...contentCommands,
  ...searchCommands,
];

async function main(argv: readonly string[]): Promise<number> {
  let asJson = argv.includes('--json');
  try {
    const { words, options } = parseWords(argv);
    asJson = options['json'] === true;
    const command = findCommand(words);
    if (command === null) {
      process.stdout.write(`${help()}\n`);
      return words.length === 0 ? 0 : EXIT.usage;
    }
    const answer = await runCommand(command, inputFor(command, words, options));
    process.stdout.write(`${asJson ? JSON.stringify(answer.json) : answer.text}\n`);
    return answer.exitCode ?? 0;
  } catch (error) {
    return explain(error, asJson);
  }
}

function parseWords(argv: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        'data-dir': text,
        library: text,
        description: text,
        password: text,
        path: text,
        limit: text,
        at: text,
        for: text,
        from: text,
        to: text,
        name: text,
        user: text,
        device: text,
        json: flag,
        full: flag,
        admin: flag,
        yes: flag,
        force: flag,
        'dry-run': flag,
        'password-stdin': flag,
        remember: flag,
        encrypt: flag,
        text: flag,
        'with-history': flag,
      },
    });
    return { words: positionals, options: values };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function findCommand(words: readonly string[]): Command | null {
  const pair = words.slice(0, 2).join(' ');
  return COMMANDS.find(({ name }) => name === pair) ?? COMMANDS.find(({ name }) => name === words[0]) ?? null;
}

function inputFor(
  command: Command,
  words: readonly string[],
  options: CommandInput['options'],
): CommandInput {
  const args = words.slice(command.name.split(' ').length);
  if (args.length < command.minArgs || args.length > command.maxArgs) {
    throw new UsageError(`Usage: ${command.name} ${command.usage}`);
  }
  // npm runs scripts in the project's folder and says here where the command was typed.
  const typedIn = process.env['INIT_CWD'] ?? process.cwd();
  const chosen = options['data-dir'];
  return {
    args,
    options,
    resolvePath: (path) => resolve(typedIn, path),
    readPassword,
    dataDir: typeof chosen === 'string' ? resolve(typedIn, chosen) : defaultDataDir(process),
  };
}

async function readPassword(): Promise<string> {
  if (process.stdin.isTTY)
    throw new UsageError('Pipe the password in, for example from a file: … --password-stdin < file');
  const password = (await textOf(process.stdin)).replace(/\r?\n$/, '');
  if (password === '') throw new UsageError('There is no password on standard input.');
  return password;
}

async function runCommand(command: Command, input: CommandInput): Promise<Answer> {
  const instance = findInstance(input.dataDir);
  if (instance !== null) return command.run(createLocalClient(instance), input);
  if ('runOffline' in command) return command.runOffline(input);
  throw new NotRunningError(input.dataDir);
}

class NotRunningError extends Error {
  override readonly name = 'NotRunningError';

  constructor(dataDir: string) {
    super(
      `No Keepfold runs on ${dataDir}. Start it with "npm start" or "npm run serve -- --data-dir ${dataDir}".`,
    );
  }
}

function explain(error: unknown, asJson: boolean): number {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof ApiRefusal ? error.code : error instanceof Error ? error.name : 'error';
  process.stderr.write(
    asJson ? `${JSON.stringify({ error_code: code, error_msg: message })}\n` : `${message}\n`,
  );
  if (error instanceof UsageError) return EXIT.usage;
  if (error instanceof NotRunningError) return EXIT.notRunning;
  return error instanceof StartError ? error.exitCode : EXIT.failed;
}

function help(): string {
  const rows = COMMANDS.map(({ name, usage, summary }) => `  ${`${name} ${usage}`.trim()}\n      ${summary}`);
  return `Keepfold, from the command line. Every command takes --data-dir <dir> and --json.\n\n${rows.join('\n')}`;
}

// Last: classes are there only from where they are declared.
process.exitCode = await main(process.argv.slice(2));
