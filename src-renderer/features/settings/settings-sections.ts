import { t as computer } from './computer/messages.ts';
import { t as keyboard } from './keyboard/messages.ts';
import { t } from './messages.ts';
import { t as password } from './password/messages.ts';
import { t as reach } from './reach/messages.ts';

/** Parts whose words are here; others have a folder of their own. */
type PlainKey =
  | 'look'
  | 'language'
  | 'folders'
  | 'history'
  | 'backup'
  | 'address'
  | 'devices'
  | 'token'
  | 'about';
type OwnKey = 'keyboard' | 'computer' | 'password' | 'reach';

/** A part of the settings, with all that somebody might call it. */
export interface SettingsPart {
  readonly key: PlainKey | OwnKey;
  readonly title: string;
  readonly text: string;
  /** Other words for what is in it. */
  readonly words: string;
  readonly isForAdmins: boolean;
}

const FOR_ADMINS: readonly (PlainKey | OwnKey)[] = ['folders', 'history', 'backup', 'reach', 'token'];

function plainPart(key: PlainKey): SettingsPart {
  return {
    key,
    title: t(key),
    text: t(`${key}Text`),
    words: t(`${key}Words`),
    isForAdmins: FOR_ADMINS.includes(key),
  };
}

function ownPart(key: OwnKey, words: (word: 'title' | 'text' | 'words') => string): SettingsPart {
  const isForAdmins = FOR_ADMINS.includes(key);
  return { key, title: words('title'), text: words('text'), words: words('words'), isForAdmins };
}

const PARTS: readonly SettingsPart[] = [
  plainPart('look'),
  plainPart('language'),
  ownPart('keyboard', keyboard),
  ownPart('computer', computer),
  plainPart('folders'),
  plainPart('history'),
  plainPart('backup'),
  ownPart('reach', reach),
  plainPart('address'),
  ownPart('password', password),
  plainPart('devices'),
  plainPart('token'),
  plainPart('about'),
];

/** The parts that an account has and that fit every word that was typed. */
export function matchingParts(search: string, isAdmin: boolean): readonly SettingsPart[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean);
  return PARTS.filter(({ title, text, words, isForAdmins }) => {
    const all = `${title} ${text} ${words}`.toLowerCase();
    return (isAdmin || !isForAdmins) && wanted.every((word) => all.includes(word));
  });
}
