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

const LETTERS = 'abcdefghijklmnopqrstuvwxyz,;?';
const ARABIC = 'ابكديفغهيجكلمنوبقرستوڤوخيز،؛؟';
const ARABIC_LETTERS = new Map([...LETTERS].map((letter, at) => [letter, [...ARABIC][at] ?? letter]));

// Such text is laid out, joined and broken into lines like Arabic, unlike English reversed by a control character.
function inArabicLetters(text: string): string {
  return [...text.toLowerCase()].map((letter) => ARABIC_LETTERS.get(letter) ?? letter).join('');
}

function accented(text: string): string {
  return [...text].map((letter) => ACCENTS.get(letter) ?? letter).join('');
}

// Translations are up to a third longer than English: a dot for every three letters shows what does not fit.
function padding(text: string): string {
  return '·'.repeat(Math.floor(text.replace(/[^a-z]/gi, '').length / 3));
}

function pseudoText(text: string, language: PseudoLanguage): string {
  if (language === 'en-XA') return `${accented(text)}${padding(text)}`;
  return inArabicLetters(text);
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

/**
 * A parsed message as a test language shows it. Values, such as names of files, stay as they are. Text that appears without
 * brackets was never a message.
 */
export function pseudoMessage(
  elements: MessageFormatElement[],
  language: PseudoLanguage,
): MessageFormatElement[] {
  const shown = pseudoElements(elements, language);
  if (language === 'ar-XB') return shown;
  return [{ type: TYPE.literal, value: '[' }, ...shown, { type: TYPE.literal, value: ']' }];
}
