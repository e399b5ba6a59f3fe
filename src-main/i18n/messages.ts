import { IntlMessageFormat } from 'intl-messageformat';
import type { Language } from '../../src-shared/languages.ts';
import type { Catalog, Texts, ValuesOf } from '../../src-shared/message-values.ts';
import { CATALOGS } from './catalogs.ts';

/** What one part of the program says in one language, by key. */
export interface Messages<En extends Texts> {
  <Key extends keyof En & string>(key: Key, ...values: ValuesOf<En[Key]>): string;
  readonly language: Language;
}

interface MessagesIn<En extends Texts> {
  (language: Language): Messages<En>;
  /** Where the catalogs have its translations. */
  readonly area: string;
  readonly english: En;
}

/** Signs that mean something to ICU. */
const SYNTAX = /[{}']/;

/**
 * ICU messages as the page has them, typed by their English, for what people are told without it. A message is parsed when
 * it is first said, unless it is words and nothing else. Tags are none.
 */
export function messages<const En extends Texts>(area: string, english: En): MessagesIn<En> {
  const known = new Map<Language, Messages<En>>();
  const messagesIn = (language: Language): Messages<En> => {
    const catalog: Catalog = language === 'en' ? {} : CATALOGS[language];
    const translated = catalog[area] ?? {};
    const formats = new Map<string, IntlMessageFormat>();
    const say = <Key extends keyof En & string>(key: Key, ...[values]: ValuesOf<En[Key]>) => {
      const message = translated[key] ?? english[key] ?? '';
      if (!SYNTAX.test(message)) return message;
      const format =
        formats.get(key) ?? new IntlMessageFormat(message, language, undefined, { ignoreTag: true });
      formats.set(key, format);
      return String(format.format(values));
    };
    return Object.assign(say, { language });
  };
  const find = (language: Language): Messages<En> => {
    const found = known.get(language) ?? messagesIn(language);
    known.set(language, found);
    return found;
  };
  return Object.assign(find, { area, english });
}
