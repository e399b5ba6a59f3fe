import { languageOf } from '../../../src-shared/languages.ts';
import { messages } from '../../i18n/messages.ts';
import { sizeFormatted } from '../present/values.ts';

const NOTHING_HERE = 'There is nothing at this address.';

/** What pages for visitors say. */
export const pageMessages = messages('visitors', {
  download: 'Download',
  onlyShown: 'This link only shows that the file is there; it cannot be downloaded.',
  up: 'Up',
  uploadHere: 'Upload files here',
  emptyFolder: 'This folder is empty.',
  more: '{count} more',
  name: 'Name',
  size: 'Size',
  bytes: '{count, plural, one {1\u00a0byte} other {{count}\u00a0bytes}}',
  passwordNeeded: 'Password needed',
  wrongPassword: 'This is not the password.',
  password: 'The password of this link',
  open: 'Open',
  uploadTo: 'Upload to {title}',
  files: 'Files',
  upload: 'Upload',
  uploaded: '{count, plural, one {The file was} other {{count} files were}} uploaded',
  uploadMore: 'Upload more',
  backToFolder: 'Back to the folder',
  refused: 'This does not work',
  // By the code, for other languages: in English a visitor reads what the table of errors says.
  'refusal-argument-missing': 'Choose a file first.',
  'refusal-link-not-found': 'This link does not exist, or it is over. Ask whoever sent it for another one.',
  'refusal-path-invalid': NOTHING_HERE,
  'refusal-folder-not-found': NOTHING_HERE,
  'refusal-file-not-found': NOTHING_HERE,
  'refusal-item-not-found': NOTHING_HERE,
  'refusal-permission-denied': 'This link does not allow that.',
  'refusal-library-read-only': 'Nothing can be uploaded to this folder at the moment.',
  'refusal-name-invalid': 'A file with this name is not taken. Rename it and try again.',
  'refusal-quota-exceeded': 'The room that this folder has is not enough for that.',
  'refusal-disk-full': 'The room on the server is not enough for that.',
  'refusal-file-too-large': 'This file is too large.',
  'refusal-throttled': 'Too many tries. Wait a while.',
  'refusal-busy': 'There is too much to do at the moment. Try again soon.',
  'refusal-fault': 'Something went wrong on the server.',
});

export type PageMessages = ReturnType<typeof pageMessages>;

type RefusalKey = Extract<keyof typeof pageMessages.english, `refusal-${string}`>;

/** Why something is refused. @param code of the refusal @param text the same in English */
export function refusalText(messages: PageMessages, code: string, text: string): string {
  const key = `refusal-${code}`;
  return messages.language === 'en' || !isRefusalKey(key) ? text : messages(key);
}

function isRefusalKey(key: string): key is RefusalKey {
  return Object.hasOwn(pageMessages.english, key);
}

/** `1 byte`, `3.4 MB`, with the number as the language writes it. */
export function sizeText(messages: PageMessages, sizeBytes: number): string {
  if (sizeBytes < 1024) return messages('bytes', { count: sizeBytes });
  return sizeFormatted(sizeBytes).replace(/^[\d.]+/, (amount) =>
    Number(amount).toLocaleString(messages.language, { minimumFractionDigits: 1, useGrouping: false }),
  );
}

/** The words that a browser asks for, in its order of preference; English where it asks for none that we have. */
export function messagesFor(acceptLanguage: string | undefined): PageMessages {
  const wanted = (acceptLanguage ?? '').split(',').flatMap((part) => {
    const [tag = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    const language = languageOf(tag);
    return language ? [{ language, quality: quality === undefined ? 1 : Number(quality.slice(2)) }] : [];
  });
  const [best] = wanted.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality);
  return pageMessages(best?.language ?? 'en');
}
