import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { PASSWORD_LEAST } from '../../../src-shared/password-rule.ts';
import { type CommandInput, type OptionShapes, UsageError } from './command.ts';

/** The option of commands that take a password. */
export const PIPED_PASSWORD = {
  'password-stdin': { about: 'takes the password from standard input; on a terminal it is asked for' },
} as const satisfies OptionShapes;

/** Options of commands that used to take a password on the command line. */
export const PASSWORDS = {
  ...PIPED_PASSWORD,
  password: {
    value: 'text',
    about: 'as before --password-stdin; every account of this computer can read it here',
  },
} as const satisfies OptionShapes;

type PasswordInput = Pick<CommandInput<typeof PASSWORDS>, 'options' | 'readPassword' | 'warn'>;

/** The password, from a pipe or a terminal; one on the command line is accepted with a warning. */
export async function passwordOf({ options, readPassword, warn }: PasswordInput): Promise<string> {
  if (options['password-stdin'] || options.password === undefined) return readPassword();
  warn(
    'A password on the command line can be read by every account of this computer: add --password-stdin and pipe it in.',
  );
  return options.password;
}

/**
 * The same for a new account, with the rule of the pages.
 * @throws UsageError for one that is too short
 */
export async function newPasswordOf(input: PasswordInput): Promise<string> {
  const password = await passwordOf(input);
  if ([...password].length >= PASSWORD_LEAST) return password;
  throw new UsageError(`Take a password of at least ${PASSWORD_LEAST} characters.`);
}

interface PasswordSource {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  /** Shows the prompt, and no typed characters. */
  readonly output: NodeJS.WritableStream;
  /** Whether `--password-stdin` was given. Without it, piped input is not taken for a password. */
  readonly isPiped: boolean;
}

/**
 * A password, from a terminal or a pipe: on the command line every account of the computer could read it.
 * @throws UsageError when there is none
 */
export async function readPassword({ input, output, isPiped }: PasswordSource): Promise<string> {
  if (!input.isTTY && !isPiped)
    throw new UsageError('Type the password on a terminal, or add --password-stdin and pipe it in.');
  const password = input.isTTY ? await typed(input, output) : (await textOf(input)).replace(/\r?\n$/, '');
  if (password === '')
    throw new UsageError(input.isTTY ? 'No password was typed.' : 'There is no password on standard input.');
  return password;
}

/** Empty when the user cancelled. */
function typed(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Promise<string> {
  output.write('Password: ');
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nowhere, terminal: true });
  return new Promise((resolve) => {
    let password = '';
    lines.once('line', (line) => {
      password = line;
      lines.close();
    });
    lines.once('close', () => {
      output.write('\n');
      resolve(password);
    });
  });
}
