/** Letters that form no words and are not confused with each other; no digits, which may need another keyboard. */
const LETTERS = 'bcdfghjkmnpqrstvwxz';
/** 63 bits. */
const LENGTH = 15;
const GROUP = 5;

/** Bytes of chance for a code: twice what it holds, so that no letter is likelier than another. */
export const PAIRING_CODE_BYTES = 16;

/** What is typed in place of a password, once: `bcdfg hjkmn pqrst`. @param hex as many random bytes as are needed */
export function pairingCodeOf(hex: string): string {
  let rest = BigInt(`0x${hex}`);
  let letters = '';
  while (letters.length < LENGTH) {
    letters += LETTERS[Number(rest % BigInt(LETTERS.length))];
    rest /= BigInt(LETTERS.length);
  }
  return letters.match(new RegExp(`.{${GROUP}}`, 'g'))?.join(' ') ?? '';
}

/** The letters alone, in small ones; null: this is no such code. */
export function readPairingCode(text: string): string | null {
  const letters = text.replace(/[\s-]/g, '').toLowerCase();
  const isCode = letters.length === LENGTH && [...letters].every((letter) => LETTERS.includes(letter));
  return isCode ? letters : null;
}
