import type { DomainErrorCode } from '../../../src-shared/error-codes.ts';
import { sizeFormatted } from '../present/size.ts';

/** What pages for visitors say. */
export interface PageMessages {
  /** For the page's own `lang`. */
  readonly language: string;
  readonly download: string;
  readonly onlyShown: string;
  readonly up: string;
  readonly uploadHere: string;
  readonly emptyFolder: string;
  readonly more: (count: number) => string;
  readonly name: string;
  readonly size: string;
  readonly sizeOf: (bytes: number) => string;
  readonly passwordNeeded: string;
  readonly wrongPassword: string;
  readonly password: string;
  readonly open: string;
  readonly uploadTo: (title: string) => string;
  readonly files: string;
  readonly upload: string;
  readonly uploaded: (count: number) => string;
  readonly uploadMore: string;
  readonly backToFolder: string;
  readonly refused: string;
  /** Why something is refused, in place of the English of the table of errors. */
  readonly refusals: Readonly<Partial<Record<DomainErrorCode | 'fault', string>>>;
}

export const ENGLISH: PageMessages = {
  language: 'en',
  download: 'Download',
  onlyShown: 'This link only shows that the file is there; it cannot be downloaded.',
  up: 'Up',
  uploadHere: 'Upload files here',
  emptyFolder: 'This folder is empty.',
  more: (count) => `${count} more`,
  name: 'Name',
  size: 'Size',
  sizeOf: sizeFormatted,
  passwordNeeded: 'Password needed',
  wrongPassword: 'This is not the password.',
  password: 'The password of this link',
  open: 'Open',
  uploadTo: (title) => `Upload to ${title}`,
  files: 'Files',
  upload: 'Upload',
  uploaded: (count) => (count === 1 ? 'The file was uploaded' : `${count} files were uploaded`),
  uploadMore: 'Upload more',
  backToFolder: 'Back to the folder',
  refused: 'This does not work',
  refusals: {},
};

const NOTHING_HERE = 'Unter dieser Adresse ist nichts.';

const GERMAN: PageMessages = {
  language: 'de',
  download: 'Herunterladen',
  onlyShown: 'Dieser Link zeigt nur, dass es die Datei gibt; herunterladen lässt sie sich nicht.',
  up: 'Nach oben',
  uploadHere: 'Dateien hierher hochladen',
  emptyFolder: 'Dieser Ordner ist leer.',
  more: (count) => `${count} weitere`,
  name: 'Name',
  size: 'Größe',
  sizeOf: (bytes) => sizeFormatted(bytes).replace('.', ',').replace('byte', 'Byte'),
  passwordNeeded: 'Passwort erforderlich',
  wrongPassword: 'Das ist nicht das Passwort.',
  password: 'Das Passwort dieses Links',
  open: 'Öffnen',
  uploadTo: (title) => `Nach „${title}“ hochladen`,
  files: 'Dateien',
  upload: 'Hochladen',
  uploaded: (count) => (count === 1 ? 'Die Datei wurde hochgeladen' : `${count} Dateien wurden hochgeladen`),
  uploadMore: 'Weitere hochladen',
  backToFolder: 'Zurück zum Ordner',
  refused: 'Das geht nicht',
  refusals: {
    'argument-missing': 'Wähle zuerst eine Datei.',
    'link-not-found': 'Diesen Link gibt es nicht, oder er ist abgelaufen. Bitte den Absender um einen neuen.',
    'path-invalid': NOTHING_HERE,
    'folder-not-found': NOTHING_HERE,
    'file-not-found': NOTHING_HERE,
    'item-not-found': NOTHING_HERE,
    'permission-denied': 'Dieser Link erlaubt das nicht.',
    'library-read-only': 'In diesen Ordner kann gerade niemand etwas hochladen.',
    'name-invalid': 'Eine Datei mit diesem Namen wird nicht angenommen. Benenne sie um.',
    'quota-exceeded': 'Dafür reicht der Platz nicht, der für diesen Ordner da ist.',
    'disk-full': 'Dafür reicht der Platz auf dem Server nicht.',
    'file-too-large': 'Diese Datei ist zu groß.',
    throttled: 'Zu viele Versuche. Warte eine Weile.',
    busy: 'Gerade ist zu viel zu tun. Versuche es gleich noch einmal.',
    fault: 'Auf dem Server ist etwas schiefgegangen.',
  },
};

const LANGUAGES: Readonly<Record<string, PageMessages>> = { en: ENGLISH, de: GERMAN };

/** The words that a browser asks for, in its order of preference; English where it asks for none that we have. */
export function messagesFor(acceptLanguage: string | undefined): PageMessages {
  const wanted = (acceptLanguage ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return {
      language: tag.split('-')[0] ?? '',
      quality: quality === undefined ? 1 : Number(quality.slice(2)),
    };
  });
  const known = wanted.filter(({ language, quality }) => Object.hasOwn(LANGUAGES, language) && quality > 0);
  const [best] = known.sort((a, b) => b.quality - a.quality);
  return LANGUAGES[best?.language ?? 'en'] ?? ENGLISH;
}
