/** Names that make trouble somewhere, and few enough that people meet at them. */
const NAMES = [
  'a',
  'b',
  'A',
  'a.txt',
  'a (1).txt',
  '\u00e9',
  'e\u0301',
  'CON',
  'x.',
  'x ',
  '.hidden',
  '文',
  '👩‍👩‍👧',
  'name (SFConflict u 2025-01-01-00-00-00).txt',
];

const FOLDERS = ['', '', '', 'd/', 'd/', 'd/e/', 'D/', 'f/'];

/** A path that may be free or not; small numbers give the plainest ones. */
export function hotPath(number: number): string {
  const name = NAMES[Math.floor(number / FOLDERS.length) % NAMES.length] ?? 'a';
  return `${FOLDERS[number % FOLDERS.length] ?? ''}${name}`;
}

/** A folder that people use. */
export function hotFolder(number: number): string {
  return ['d', 'd/e', 'D', 'f', 'a', 'f/d'][number % 6] ?? 'd';
}

/** The name in other letters, as on a keyboard with caps lock. */
export function otherCase(path: string): string {
  const slash = path.lastIndexOf('/') + 1;
  const name = path.slice(slash);
  const other = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
  return path.slice(0, slash) + other;
}
