/**
 * Why a password is not checked, in words for the person who has it. Other languages have theirs in
 * `src-renderer/i18n/catalogs/`.
 */
export const PASSWORD_REFUSALS = {
  'too-costly':
    'Checking the password of this library would take more memory or time than this server gives anybody. Make a library with usual settings, at most 128 MiB a check, and copy the files into it with the program that made this one.',
  again:
    'Give your password again: this reaches the disk of the computer that Keepfold runs on, or lets somebody else do so.',
  'none-set':
    'Your account has no password that could be asked for. Sign out, sign in with a new link, and do this within ten minutes; the page to sign in shows the command for a link.',
  'set-first': 'Set a password for your account first: without one you could not sign in on another device.',
} as const;

export type PasswordRefusal = keyof typeof PASSWORD_REFUSALS;

/** The words for a reason; undefined for one that is not of a password. */
export function passwordRefusalText(reason: string | undefined): string | undefined {
  const texts: Readonly<Record<string, string>> = PASSWORD_REFUSALS;
  return reason === undefined ? undefined : texts[reason];
}
