/** A part of the settings, with all that somebody might call it. */
export interface SettingsPart {
  readonly key: 'look' | 'language' | 'folders' | 'history' | 'address' | 'devices' | 'token' | 'about';
  readonly title: string;
  readonly text: string;
  /** Other words for what is in it. */
  readonly words: string;
  readonly isForAdmins: boolean;
}

const PARTS: readonly SettingsPart[] = [
  {
    key: 'look',
    title: 'Appearance',
    text: 'Light or dark, in this browser or window.',
    words: 'general theme colour dark light mode system',
    isForAdmins: false,
  },
  {
    key: 'language',
    title: 'Language',
    text: 'Words, dates and numbers. Another language loads the page anew.',
    words: 'general locale translation english german deutsch sprache',
    isForAdmins: false,
  },
  {
    key: 'folders',
    title: 'Folders and ignore rules',
    text: 'Folders of this computer whose changes are saved.',
    words: 'linked sync skip exclude patterns caches node_modules',
    isForAdmins: true,
  },
  {
    key: 'history',
    title: 'History and space',
    text: 'How long new libraries keep earlier versions and deleted items.',
    words: 'retention days keep default storage clean-up garbage verify check',
    isForAdmins: true,
  },
  {
    key: 'address',
    title: 'Connect programs',
    text: 'Seafile clients and rclone reach the libraries at this address.',
    words: 'network address port server url seafile rclone client sync webdav',
    isForAdmins: false,
  },
  {
    key: 'devices',
    title: 'Devices',
    text: 'What has signed in to your account or syncs its libraries.',
    words: 'network revoke sign out phone laptop last used address',
    isForAdmins: false,
  },
  {
    key: 'token',
    title: 'Access token',
    text: 'Lets a program of your own use the interface in your name.',
    words: 'network api key script program',
    isForAdmins: true,
  },
  {
    key: 'about',
    title: 'About',
    text: 'This installation of Keepfold.',
    words: 'version licence license data folder interface documentation api docs',
    isForAdmins: false,
  },
];

/** The parts that an account has and that fit every word that was typed. */
export function matchingParts(search: string, isAdmin: boolean): readonly SettingsPart[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean);
  return PARTS.filter(({ title, text, words, isForAdmins }) => {
    const all = `${title} ${text} ${words}`.toLowerCase();
    return (isAdmin || !isForAdmins) && wanted.every((word) => all.includes(word));
  });
}
