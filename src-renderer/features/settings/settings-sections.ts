import { t } from './messages.ts';

/**
 * The parts in order, each with whether only administrators have it. The words of each are below its key in the messages.
 */
const PARTS = {
  look: false,
  language: false,
  keyboard: false,
  computer: false,
  folders: true,
  history: true,
  backup: true,
  reach: true,
  address: false,
  password: false,
  devices: false,
  token: true,
  about: false,
} as const satisfies Readonly<Record<string, boolean>>;

type PartKey = keyof typeof PARTS;

/** A part of the settings. */
export interface SettingsPart {
  readonly key: PartKey;
  readonly title: string;
  readonly text: string;
  /** Other words that users might type for it. */
  readonly words: string;
}

/** The parts that an account has and that match every typed word, by any name that users might give them. */
export function matchingParts(search: string, isAdmin: boolean): readonly SettingsPart[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean);
  return (Object.keys(PARTS) as PartKey[])
    .filter((key) => isAdmin || !PARTS[key])
    .map((key) => ({ key, title: t(key), text: t(`${key}Text`), words: t(`${key}Words`) }))
    .filter(({ title, text, words }) => {
      const all = `${title} ${text} ${words}`.toLowerCase();
      return wanted.every((word) => all.includes(word));
    });
}
