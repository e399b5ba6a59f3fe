import { PASSWORD_LEAST } from '../../../src-shared/password-rule.ts';
import { type CommandInput, type OptionShapes, UsageError } from './command.ts';

/** Of commands that take a password. */
export const PIPED_PASSWORD = {
  'password-stdin': { about: 'takes the password from standard input; on a terminal it is asked for' },
} as const satisfies OptionShapes;

/** Of commands that once took a password only there. */
export const PASSWORDS = {
  ...PIPED_PASSWORD,
  password: {
    value: 'text',
    about: 'as before --password-stdin; every account of this computer can read it here',
  },
} as const satisfies OptionShapes;

type PasswordInput = Pick<CommandInput<typeof PASSWORDS>, 'options' | 'readPassword' | 'warn'>;

/** The password, piped in or typed on a terminal; one on the command line is taken with a warning. */
export async function passwordOf({ options, readPassword, warn }: PasswordInput): Promise<string> {
  if (options['password-stdin'] || options.password === undefined) return readPassword();
  warn(
    'A password on the command line can be read by every account of this computer: add --password-stdin and pipe it in.',
  );
  return options.password;
}

/** The same for a new account, by the rule of the pages. @throws UsageError for one that is too short */
export async function newPasswordOf(input: PasswordInput): Promise<string> {
  const password = await passwordOf(input);
  if ([...password].length >= PASSWORD_LEAST) return password;
  throw new UsageError(`Take a password of at least ${PASSWORD_LEAST} characters.`);
}
