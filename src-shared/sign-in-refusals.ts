/**
 * Why a sign-in link does not sign in, in words for the person who opened it. Other languages have theirs in
 * `src-renderer/i18n/catalogs/`.
 */
export const SIGN_IN_REFUSALS = {
  'link-used': 'This sign-in link has been used. Each link signs in once.',
  'link-over': 'This sign-in link is not valid. A link lasts 15 minutes, and no longer than Keepfold runs.',
} as const;

export type SignInRefusal = keyof typeof SIGN_IN_REFUSALS;

/** The words for a reason; undefined for one that is not of a sign-in link. */
export function signInRefusalText(reason: string | undefined): string | undefined {
  const texts: Readonly<Record<string, string>> = SIGN_IN_REFUSALS;
  return reason === undefined ? undefined : texts[reason];
}
