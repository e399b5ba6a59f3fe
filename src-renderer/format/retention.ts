/** What a library's retention means, in words. The one place that knows: negative keeps all, 0 keeps nothing old. */
export function retentionInWords(keepDays: number): string {
  if (keepDays < 0) return 'Keep everything';
  if (keepDays === 0) return 'Only the current version';
  if (keepDays === 365) return '1 year';
  if (keepDays === 730) return '2 years';
  return keepDays === 1 ? '1 day' : `${keepDays} days`;
}

/** What a retention promises of the files, as a heading. */
export function retentionPromise(keepDays: number): string {
  if (keepDays < 0) return 'Keeps every version, with no end';
  if (keepDays === 0) return 'Keeps only the current version';
  return `Keeps every version for ${retentionInWords(keepDays)}`;
}

/** What a person loses or keeps under a retention, as a sentence. */
export function retentionEffect(keepDays: number): string {
  if (keepDays < 0) return 'Every version and every deleted item stays available.';
  if (keepDays === 0) return 'Earlier versions and deleted items cannot be brought back.';
  const words = retentionInWords(keepDays);
  return `Versions and deleted items stay available for ${words}. The newest version before that is always kept.`;
}

/** Whether a change of retention makes versions unavailable that are available now. */
export function isShorterRetention(fromDays: number, toDays: number): boolean {
  if (toDays < 0) return false;
  return fromDays < 0 || toDays < fromDays;
}

const CHOICES: readonly number[] = [-1, 730, 365, 180, 90, 30, 7, 0];

/** What people choose between, longest first; the present retention is among them. */
export function retentionChoices(keepDays: number): readonly number[] {
  if (CHOICES.includes(keepDays)) return CHOICES;
  return [...CHOICES, keepDays].sort((a, b) => (a < 0 ? -1 : b < 0 ? 1 : b - a));
}
