import { knownMessages } from './known-messages.ts';
import { t } from './service/messages.ts';

const find = knownMessages(t.english);

function known(text: string, say: typeof t): string | null {
  const found = find(text);
  return found && say(found.key, found.values);
}

/**
 * A message of the service, which speaks English, in the language of the page: those that come without a code to word them
 * by. What this version does not know stays as it is.
 */
export function serviceMessage(text: string, say: typeof t = t): string {
  const sentences = text.split(/(?<=\.) /).map((sentence) => known(sentence, say));
  return sentences.includes(null) ? (known(text, say) ?? text) : sentences.join(' ');
}

/** A message as a sentence: with a capital at its start and a stop at its end. */
export function asSentence(words: string): string {
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}
