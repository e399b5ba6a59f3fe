import { t } from './service/messages.ts';
import { en } from './service/messages-en.ts';

type Key = keyof typeof en;

interface Known {
  readonly key: Key;
  readonly pattern: RegExp;
}

/** Every value that one of the messages has. */
const NO_VALUES = { what: '', where: '', reason: '', count: '', needed: '', examples: '', more: '' };

function patternOf(message: string): RegExp {
  const literal = message.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replace(/\{(\w+)\}/g, '(?<$1>.+)')}$`, 's');
}

const KNOWN: readonly Known[] = (Object.keys(en) as Key[]).map((key) => ({
  key,
  pattern: patternOf(en[key]),
}));

function known(text: string, say: typeof t): string | null {
  for (const { key, pattern } of KNOWN) {
    const found = pattern.exec(text);
    if (found) return say(key, { ...NO_VALUES, ...found.groups });
  }
  return null;
}

/**
 * Words of the service, which speaks English, in the language of the page: those that come without a code to word them
 * by. What this version does not know stays as it is.
 */
export function serviceWords(text: string, say: typeof t = t): string {
  const sentences = text.split(/(?<=\.) /).map((sentence) => known(sentence, say));
  return sentences.includes(null) ? (known(text, say) ?? text) : sentences.join(' ');
}
