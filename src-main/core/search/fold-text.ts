/**
 * Text as searches compare it: small letters without accents, however a system composes them. Equal for texts that
 * people take for the same; its length may differ from the text's.
 */
export function foldText(text: string): string {
  // A sigma looks different at the end of a word.
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ');
}
