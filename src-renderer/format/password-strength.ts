/** How well a password withstands an attacker who has the disk and guesses on many computers at once. */
export type PasswordStrength = 'weak' | 'fair' | 'strong';

/** A guess of a library's password costs half a millisecond of one core; these are years of thousands of them. */
const FAIR_BITS = 50;
const STRONG_BITS = 70;

/** What attackers try first; each of these counts as a single character of a password. */
const COMMON =
  /passwor[dt]|passwort|kennwort|geheim|secret|letmein|welcome|willkommen|admin|qwert[yz]|asdf|yxcv|zxcv|iloveyou|ichliebedich|hallo|hello|monkey|dragon|football|fussball|keepfold|sommer|winter|summer|schatz|master|login/gi;
const KINDS: readonly [kind: RegExp, characters: number][] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\p{Nd}/u, 10],
  [/[^\p{L}\p{Nd}]/u, 30],
];

/** How many words an attacker tries, in bits: those in common use. */
const BITS_PER_WORD = 13;

/**
 * Bits that an attacker has to try, at most: as if each character that does not follow from the one before were random. A
 * password that a person makes up is weaker, so a weak verdict is sure and a strong one is not.
 */
function guessedBits(password: string): number {
  const rest = [...password.replace(COMMON, '\u0000')];
  const surprises = rest.filter((character, at) => !followsFrom(rest[at - 1], character)).length;
  const characters = KINDS.reduce((sum, [kind, count]) => sum + (kind.test(password) ? count : 0), 0);
  if (new Set(rest).size <= 3) return 0;
  return Math.min(surprises * Math.log2(Math.max(characters, 2)), bitsOfWords(password));
}

/** For several words, which are tried as words; infinite for anything else. */
function bitsOfWords(password: string): number {
  const words = password.split(/[^\p{L}]+/u).filter((word) => word !== '');
  const isPhrase = words.length > 1 && words.every((word) => [...word].length > 1);
  return isPhrase ? words.length * BITS_PER_WORD : Number.POSITIVE_INFINITY;
}

/** Whether it repeats the one before, or is next to it in a sequence such as `abc` or `321`. */
function followsFrom(before: string | undefined, character: string): boolean {
  if (before === undefined) return false;
  return Math.abs((before.codePointAt(0) ?? 0) - (character.codePointAt(0) ?? 0)) <= 1;
}

export function passwordStrength(password: string): PasswordStrength {
  const bits = guessedBits(password);
  if (bits < FAIR_BITS) return 'weak';
  return bits < STRONG_BITS ? 'fair' : 'strong';
}
