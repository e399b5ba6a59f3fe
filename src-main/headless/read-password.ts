import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { UsageError } from './commands/command.ts';

interface PasswordSource {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  /** Where a person is asked; nothing that is typed appears there. */
  readonly output: NodeJS.WritableStream;
  /** `--password-stdin` was given. Without it nothing that is piped in is taken for a password. */
  readonly isPiped: boolean;
}

/**
 * A password, asked for on a terminal or piped in: on the command line every account of the computer could read it.
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

/** Empty when the person gave up. */
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
