import { IntlMessageFormat } from 'intl-messageformat';
import { directionOf } from '../../src-shared/languages.ts';
import type { Catalog, Texts, ValuesOf } from '../../src-shared/message-values.ts';
import { CATALOG } from './catalog.ts';
import { isPseudo, LANGUAGE, LOCALE, type PageLanguage } from './language.ts';
import { pseudoMessage } from './pseudo.ts';

/** A piece of a sentence: plain words, or words between tags, as in `<name>…</name>`, that are shown in another way. */
export type TextPart = string | { readonly tag: string; readonly text: string };

type Values = Readonly<Record<string, string | number>>;

/** The words of one part of the program, looked up by key. */
export interface Messages<En extends Texts> {
  /** The sentence in the language of the page. Plain text: tags in it would be shown literally. */
  <Key extends keyof En & string>(key: Key, ...values: ValuesOf<En[Key]>): string;
  /** The same with its tags, for `ui/RichText.svelte`. Tags are not nested, and no value has the name of a tag. */
  rich<Key extends keyof En & string>(key: Key, ...values: ValuesOf<En[Key]>): readonly TextPart[];
  /** Where the catalogs have its translations. */
  readonly area: string;
  readonly english: En;
}

/** A language, and the catalog of its messages that are not taken from the code. */
interface Translation {
  readonly language: PageLanguage;
  readonly catalog: Catalog;
}

const PAGE: Translation = { language: LANGUAGE, catalog: CATALOG };

/** Characters that are special to ICU where tags are not. */
const SYNTAX = /[{}']/;

function compile(message: string, language: PageLanguage, hasTags: boolean): IntlMessageFormat {
  const parsed = new IntlMessageFormat(message, LOCALE, undefined, { ignoreTag: !hasTags });
  if (!isPseudo(language)) return parsed;
  return new IntlMessageFormat(pseudoMessage(parsed.getAst(), language), LOCALE);
}

function tagged(tag: string): (chunks: (string | TextPart)[]) => TextPart {
  return (chunks) => ({
    tag,
    text: chunks.map((chunk) => (typeof chunk === 'string' ? chunk : chunk.text)).join(''),
  });
}

function tagsIn(message: string): readonly string[] {
  return [...message.matchAll(/<([a-z]+)>/g)].map(([, tag]) => tag ?? '');
}

// Unicode's "first strong isolate" and its end: a name of another direction keeps its order, and the sentence its own.
function isolated(value: string | number): string | number {
  return typeof value === 'string' ? `\u2068${value}\u2069` : value;
}

function only(values: readonly Values[], language: PageLanguage): Values | undefined {
  const [given] = values;
  if (given === undefined || directionOf(language) === 'ltr') return given;
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, isolated(value)]));
}

/**
 * ICU messages (`{count, plural, one {# file} other {# files}}`), typed by their English: an unknown key and a forgotten
 * value do not compile. `select` is not used: two keys are clearer than branches whose names only the code knows. Each
 * message is parsed when it is first asked for, unless it is plain text, as most are: parsing those too took a tenth of the
 * time in which a screen is drawn for the first time.
 */
export function messages<const En extends Texts>(
  area: string,
  english: En,
  { language, catalog } = PAGE,
): Messages<En> {
  const translated = catalog[area] ?? {};
  const messageOf = (key: string) => translated[key] ?? english[key] ?? '';
  const plain = new Map<string, IntlMessageFormat>();
  const rich = new Map<string, IntlMessageFormat>();
  const find = (key: string, hasTags: boolean) => {
    const known = hasTags ? rich : plain;
    const found = known.get(key) ?? compile(messageOf(key), language, hasTags);
    known.set(key, found);
    return found;
  };
  const text = <Key extends keyof En & string>(key: Key, ...values: ValuesOf<En[Key]>) => {
    const message = messageOf(key);
    if (!isPseudo(language) && !SYNTAX.test(message)) return message;
    return String(find(key, false).format(only(values, language)));
  };
  const richText = <Key extends keyof En & string>(key: Key, ...values: ValuesOf<En[Key]>) => {
    const tags = tagsIn(messageOf(key)).map((tag) => [tag, tagged(tag)] as const);
    const parts = find(key, true).formatToParts<TextPart>({
      ...only(values, language),
      ...Object.fromEntries(tags),
    });
    return parts.map(({ value }) => value);
  };
  return Object.assign(text, { rich: richText, area, english });
}
