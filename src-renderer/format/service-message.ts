import type { SaidJson } from '../../src-shared/folders-api.ts';
import { isServiceCode } from '../../src-shared/service-words.ts';
import { t } from './service/messages.ts';

/** A value for each name that any of the messages has: which ones a message needs, only its code says. */
const NO_VALUES = {
  ...{ what: '', where: '', reason: '', count: '', needed: '', total: '', examples: '', more: '', found: '' },
  ...{ told: '', added: '', removed: '' },
};

/**
 * A sentence of the service in the language of the page.
 * @param english shown if this version does not know the code
 */
export function serviceMessage(
  said: SaidJson | null | undefined,
  english: string,
  say: typeof t = t,
): string {
  return said && isServiceCode(said.code) ? say(said.code, { ...NO_VALUES, ...said.values }) : english;
}

/** Several sentences of one text. */
export function serviceMessages(all: readonly SaidJson[], english: string, say: typeof t = t): string {
  const isKnown = all.length > 0 && all.every(({ code }) => isServiceCode(code));
  return isKnown ? all.map((said) => serviceMessage(said, '', say)).join(' ') : english;
}

/** A message as a sentence: with an initial capital and a full stop. */
export function asSentence(words: string): string {
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}
