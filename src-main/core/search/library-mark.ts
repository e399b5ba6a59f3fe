const FIRST_PRIVATE = 0xe000;
const DIGITS = 6_000;
/** Behind the digits, so that a mark is one stretch of three characters. */
const LAST_PRIVATE = 0xf8ff;

/**
 * The word by which the index tells one library from the others: three characters that Unicode leaves to private use, so
 * that names and texts do not hold them.
 * @param key below 36 million
 */
export function libraryMark(key: number): string {
  const high = FIRST_PRIVATE + Math.floor(key / DIGITS);
  return String.fromCharCode(high, FIRST_PRIVATE + (key % DIGITS), LAST_PRIVATE);
}
