/** Names that no library and no folder can have. */
export const BAD_NAMES: readonly string[] = [
  '.',
  '..',
  'a/b',
  '/',
  'a\\b',
  'a\nb',
  'a\tb',
  'a\u007fb',
  'a\u0085b',
  'a\u202eb',
  'a\u2066b',
  'a'.repeat(256),
  'ü'.repeat(128),
];

/** Names that are unusual and kept byte for byte. */
export const UNUSUAL_NAMES: readonly string[] = [
  ' padded ',
  'a'.repeat(255),
  'ü'.repeat(127),
  'Cafe\u0301',
  'Caf\u00e9',
  '日本語',
  '👨‍👩‍👧 photos',
  'a..b',
  '...',
  '-rf',
  "Robert'); DROP TABLE libraries;--",
  '<img src=x onerror=alert(1)>',
  '100% & more + äöü = ?',
  '%2e%2e%2f',
  '__proto__',
];
