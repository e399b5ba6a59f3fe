/**
 * Why a path cannot be used, in words for the person who named it. `{value}` stands for the path. Other languages have
 * theirs in `src-renderer/i18n/catalogs/`.
 */
export const PATH_REFUSALS = {
  'not-empty': 'The path “{value}” is a folder with something in it; choose a new or an empty one.',
  'inside-data': 'The path “{value}” lies in Keepfold’s own data; choose a place outside it.',
  unusable: 'The path “{value}” cannot be written to; choose another place or change its permissions.',
  'name-clash':
    'The path “{value}” stands for two items here, because this disk takes their names for the same; choose another disk.',
  'same-name':
    'The path “{value}” stands for two of the items, because they have the same name; write them to folders of their own.',
  'no-name':
    'The path “{value}” is the whole library, which has no name to be written under; ask for it alone.',
  'not-a-file': 'The path “{value}” is taken by something that is no file; move it away first.',
  relative: 'The path “{value}” is not a whole path from the top.',
} as const;

export type PathRefusal = keyof typeof PATH_REFUSALS;

/** The text for a reason. */
export function pathRefusalText({ reason, value }: { reason?: string; value?: string }): string {
  const texts: Readonly<Record<string, string>> = PATH_REFUSALS;
  const text = reason === undefined ? undefined : texts[reason];
  if (value === undefined) return 'The path is not valid.';
  return (text ?? 'The path “{value}” is not valid.').replace('{value}', () => value);
}
