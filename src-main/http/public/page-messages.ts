import { languageOf } from '../../../src-shared/languages.ts';
import { isInCalendar } from '../../core/calendar.ts';
import { messages } from '../../i18n/messages.ts';

const NOTHING_HERE = 'There is nothing at this address.';

/** What pages for visitors say. */
export const pageMessages = messages('visitors', {
  sharedBy: 'Shared by {name}',
  uploadsGoTo: 'Files go to {name}',
  until: 'until {time}',
  sharedWith: 'Shared with Keepfold',
  folders: '{count, plural, one {1\u00a0folder} other {{count}\u00a0folders}}',
  fileCount: '{count, plural, one {1\u00a0file} other {{count}\u00a0files}}',
  download: 'Download',
  downloadAll: 'Download all',
  downloadNamed: 'Download {name}',
  onlyShown: 'This link only shows that the file is there; it cannot be downloaded.',
  onlyListed: 'This link only shows what is there; it cannot be downloaded.',
  place: 'Folders above',
  uploadHere: 'Upload files here',
  emptyFolder: 'This folder is empty.',
  name: 'Name',
  size: 'Size',
  modified: 'Modified',
  asList: 'List',
  asGrid: 'Pictures',
  view: 'View',
  pages: 'Pages',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  rows: '{first}–{last} of {count}',
  previous: 'Previous file',
  next: 'Next file',
  backToFolder: 'Back to the folder',
  bytes: '{count, plural, one {1\u00a0byte} other {{count}\u00a0bytes}}',
  noPreview: 'This kind of file is not shown here. Download it to open it.',
  textOf: 'Text of {name}',
  onlyBeginning: 'This is the beginning. Download the file to read all of it.',
  emptyFile: 'This file is empty.',
  showDocument: 'Show it here',
  passwordNeeded: 'Password needed',
  passwordWhy: 'The sender of this link can tell you its password.',
  wrongPassword: 'Wrong password.',
  password: 'The password of this link',
  open: 'Open',
  uploadTo: 'Upload to {title}',
  files: 'Choose files',
  orDrop: 'or drop them here',
  upload: 'Upload',
  uploaded: '{count, plural, one {The file was} other {{count} files were}} uploaded',
  uploadMore: 'Upload more',
  chosen: 'Chosen files',
  remove: 'Remove {name}',
  cancel: 'Cancel',
  tryAgain: 'Try again',
  uploading: 'Uploading',
  progress: '{sent} of {total}',
  timeLeft: '{time} left',
  waiting: 'Waiting',
  saved: 'Uploaded',
  savedAs: 'Uploaded as {name}',
  allUploaded: 'Everything is uploaded',
  notAllUploaded: 'Not everything was uploaded',
  brokenOff: 'The connection was lost. Try again.',
  noFolders: 'Folders cannot be uploaded. Put the folder into an archive first, or choose the files in it.',
  'refused-link-not-found': 'This link does not exist',
  'refused-link-expired': 'This link has expired',
  'refused-throttled': 'Wait a moment',
  refused: 'This did not work',
  // By the code, for other languages: in English a visitor reads what the table of errors says.
  'refusal-argument-missing': 'Choose a file first.',
  'refusal-link-not-found':
    'The link was removed, or the address is incomplete. Ask the sender for a new one.',
  'refusal-link-expired': 'Ask the sender for a new one.',
  'refusal-path-invalid': NOTHING_HERE,
  'refusal-folder-not-found': NOTHING_HERE,
  'refusal-file-not-found': NOTHING_HERE,
  'refusal-item-not-found': NOTHING_HERE,
  'refusal-permission-denied': 'This link does not allow that.',
  'refusal-library-read-only': 'Nothing can be uploaded to this folder at the moment.',
  'refusal-name-invalid': 'This name is not allowed. Rename the file and try again.',
  'refusal-quota-exceeded': 'This folder does not have enough space for that.',
  'refusal-disk-full': 'The server does not have enough space for that.',
  'refusal-file-too-large': 'This file is too large.',
  'refusal-throttled': 'Too many attempts. Wait a while.',
  'refusal-busy': 'The server is busy. Try again soon.',
  'refusal-fault': 'Something went wrong on the server.',
  tooManyTries: 'Too many attempts. Wait {time}.',
});

export type PageMessages = ReturnType<typeof pageMessages>;

type Key = keyof typeof pageMessages.english;
type KeyOf<Prefix extends string> = Extract<Key, `${Prefix}-${string}`>;

/** What went wrong for a visitor. */
export interface VisitorRefusal {
  readonly code: string;
  /** Why, in English. */
  readonly text: string;
  readonly reason?: string | undefined;
  /** When to come again. */
  readonly waitSeconds?: number | undefined;
}

/** What a refusal is about, in a few words. */
export function refusalTitle(messages: PageMessages, refusal: VisitorRefusal): string {
  const key = `refused-${subjectOf(refusal)}`;
  return messages(isKeyOf('refused', key) ? key : 'refused');
}

/** Why something is refused, and what to do next. */
export function refusalText(messages: PageMessages, refusal: VisitorRefusal): string {
  const { code, waitSeconds } = refusal;
  if (code === 'throttled' && waitSeconds !== undefined)
    return messages('tooManyTries', { time: waitText(messages, waitSeconds) });
  const key = `refusal-${subjectOf(refusal)}`;
  const isOwn = messages.language !== 'en' || key === 'refusal-link-expired';
  return isOwn && isKeyOf('refusal', key) ? messages(key) : refusal.text;
}

function subjectOf({ code, reason }: VisitorRefusal): string {
  return code === 'link-not-found' && reason === 'expired' ? 'link-expired' : code;
}

function isKeyOf<Prefix extends string>(prefix: Prefix, key: string): key is KeyOf<Prefix> {
  return key.startsWith(`${prefix}-`) && Object.hasOwn(pageMessages.english, key);
}

const UNITS = ['kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** `1 byte`, `640 kB`, `3.4 MB`: in decimal units, as the app has them, and with the number as the language writes it. */
export function sizeText({ language }: PageMessages, sizeBytes: number): string {
  if (sizeBytes < 1000) return pageMessages(language)('bytes', { count: sizeBytes });
  let amount = sizeBytes / 1000;
  let unit = 0;
  while (amount >= 999.5 && unit < UNITS.length - 1) {
    amount /= 1000;
    unit += 1;
  }
  const digits = { maximumFractionDigits: amount >= 100 ? 0 : 1 };
  return `${amount.toLocaleString(language, digits)}\u00a0${UNITS[unit]}`;
}

const DAY = { dateStyle: 'medium' } as const;
const MOMENT = { dateStyle: 'long', timeStyle: 'short' } as const;
const formats = new Map<string, Intl.DateTimeFormat>();

/** A day, or a moment, in the time of the server; empty where no calendar has it. */
export function timeText({ language }: PageMessages, seconds: number, style: 'day' | 'moment'): string {
  if (!isInCalendar(seconds)) return '';
  const key = `${language} ${style}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, style === 'day' ? DAY : MOMENT);
  formats.set(key, format);
  return format.format(seconds * 1000);
}

/** `40 seconds`, `3 minutes`. */
export function waitText({ language }: PageMessages, seconds: number): string {
  const [amount, unit] = seconds < 100 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return amount.toLocaleString(language, { style: 'unit', unit, unitDisplay: 'long' });
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
