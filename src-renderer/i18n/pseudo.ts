import {
  isLiteralElement,
  isPluralElement,
  isTagElement,
  type MessageFormatElement,
  TYPE,
} from '@formatjs/icu-messageformat-parser';
import type { PseudoLanguage } from './language.ts';

const PLAIN = 'aceginorsuyzACEDGINORSUYZ';
const ACCENTED = 'åçéĝîñöŕšûýžÅÇÉÐĜÎÑÖŔŠÛÝŽ';
const ACCENTS = new Map([...PLAIN].map((letter, at) => [letter, [...ACCENTED][at] ?? letter]));

// Unicode's controls "right-to-left override" and "pop": everything between them is shown backwards.
const OVERRIDE = '\u202e';
const POP = '\u202c';

function accented(text: string): string {
  return [...text].map((letter) => ACCENTS.get(letter) ?? letter).join('');
}

// Translations are up to a third longer than English: a dot for every three letters shows what does not fit.
function padding(text: string): string {
  return '·'.repeat(Math.floor(text.replace(/[^a-z]/gi, '').length / 3));
}

function pseudoText(text: string, language: PseudoLanguage): string {
  if (language === 'en-XA') return `${accented(text)}${padding(text)}`;
  return text.replace(/\S+(?:\s+\S+)*/g, (words) => `${OVERRIDE}${words}${POP}`);
}

function pseudoElement(element: MessageFormatElement, language: PseudoLanguage): MessageFormatElement {
  if (isLiteralElement(element)) return { ...element, value: pseudoText(element.value, language) };
  if (isTagElement(element)) return { ...element, children: pseudoElements(element.children, language) };
  if (!isPluralElement(element)) return element;
  const options = Object.entries(element.options).map(([name, option]) => {
    return [name, { ...option, value: pseudoElements(option.value, language) }] as const;
  });
  return { ...element, options: Object.fromEntries(options) };
}

function pseudoElements(elements: MessageFormatElement[], language: PseudoLanguage): MessageFormatElement[] {
  return elements.map((element) => pseudoElement(element, language));
}

/** A parsed message as a test language shows it. Values, such as names of files, stay as they are. What stands on a page without brackets was never a message. */
export function pseudoMessage(
  elements: MessageFormatElement[],
  language: PseudoLanguage,
): MessageFormatElement[] {
  const shown = pseudoElements(elements, language);
  if (language === 'ar-XB') return shown;
  return [{ type: TYPE.literal, value: '[' }, ...shown, { type: TYPE.literal, value: ']' }];
}
