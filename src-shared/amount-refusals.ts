/**
 * Why something is too much at once, in words for the person who asked for it. Other languages have theirs in
 * `src-renderer/i18n/catalogs/`.
 */
export const AMOUNT_REFUSALS = {
  'too-many-files':
    'More than a million files and folders would be compared or changed at once, or the library would hold more than 20 million. Do it folder by folder, or keep some of them in another library.',
} as const;

export type AmountRefusal = keyof typeof AMOUNT_REFUSALS;

/** The words for a reason; undefined for one that is not of an amount. */
export function amountRefusalText(reason: string | undefined): string | undefined {
  const texts: Readonly<Record<string, string>> = AMOUNT_REFUSALS;
  return reason === undefined ? undefined : texts[reason];
}
