import { t } from './messages.ts';

/** A part of the settings, with all that somebody might call it. */
export interface SettingsPart {
  readonly key: 'look' | 'language' | 'folders' | 'history' | 'address' | 'devices' | 'token' | 'about';
  readonly title: string;
  readonly text: string;
  /** Other words for what is in it. */
  readonly words: string;
  readonly isForAdmins: boolean;
}

type PartKey = SettingsPart['key'];

const KEYS: readonly PartKey[] = [
  'look',
  'language',
  'folders',
  'history',
  'address',
  'devices',
  'token',
  'about',
];
const FOR_ADMINS: readonly PartKey[] = ['folders', 'history', 'token'];

const PARTS: readonly SettingsPart[] = KEYS.map((key) => ({
  key,
  title: t(key),
  text: t(`${key}Text`),
  words: t(`${key}Words`),
  isForAdmins: FOR_ADMINS.includes(key),
}));

/** The parts that an account has and that fit every word that was typed. */
export function matchingParts(search: string, isAdmin: boolean): readonly SettingsPart[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean);
  return PARTS.filter(({ title, text, words, isForAdmins }) => {
    const all = `${title} ${text} ${words}`.toLowerCase();
    return (isAdmin || !isForAdmins) && wanted.every((word) => all.includes(word));
  });
}
