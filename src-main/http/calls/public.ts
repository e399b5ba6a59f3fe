import type { CallSpecs } from '../../../src-shared/contract/call-spec.ts';
import {
  flag,
  integer,
  path,
  REQUIRED,
  SECRET,
  text,
  word,
} from '../../../src-shared/contract/field-spec.ts';

const PAGE = ['text/html'] as const;
const ANY_FILE = ['text/html', '*/*'] as const;

const PASSWORD = { password: text('The password of the link.', { ...SECRET, ...REQUIRED }) };
const INSIDE = { p: path('Where in the shared folder.', { fallback: '/' }) };

const RAW = flag(false, 'Whether the file is sent, to be shown by a page.', {
  otherwise: 'Any other value is no.',
});

const REFUSALS = ['link-not-found', 'path-invalid', 'permission-denied', 'library-not-found'] as const;
const FILE_REFUSALS = [...REFUSALS, 'file-not-found', 'folder-not-found'] as const;

const UPLOAD_REFUSALS = [...FILE_REFUSALS, 'library-read-only', 'quota-exceeded'] as const;

const TAKES_FILES = {
  query: INSIDE,
  files: 'many',
  answer: null,
  media: PAGE,
  statuses: [200, 303],
  refuses: [...UPLOAD_REFUSALS, 'argument-missing', 'name-invalid', 'name-taken', 'file-too-large'],
} as const;

const OPENS = { body: PASSWORD, answer: null, media: PAGE, statuses: [200, 303], refuses: REFUSALS } as const;

const LEADS_ON = { answer: null, media: PAGE, statuses: [302], refuses: [] } as const;

/** Pages for people who have nothing but a link, and addresses that lead to their place in our page. */
export const PUBLIC_CALLS = {
  'GET /f/:token/': {
    summary: 'The page of a shared file, or the file.',
    query: { dl: flag(false, 'Whether the file is sent.'), raw: RAW },
    answer: null,
    media: ANY_FILE,
    statuses: [200, 206, 304],
    refuses: FILE_REFUSALS,
  },
  'POST /f/:token/': { summary: 'Opens a shared file with its password.', ...OPENS },
  'GET /d/:token/': {
    summary: 'The page of a shared folder.',
    query: {
      ...INSIDE,
      from: integer('How many rows come before.', { least: 0, fallback: '0' }),
      mode: word(['list', 'grid'], 'Rows or pictures; absent: as what is there suggests.', {
        otherwise: 'Anything else counts as absent.',
      }),
    },
    answer: null,
    media: PAGE,
    refuses: FILE_REFUSALS,
  },
  'POST /d/:token/': { summary: 'Opens a shared folder with its password.', ...OPENS },
  'GET /d/:token/files/': {
    summary: 'A file of a shared folder; for browsers its page, unless they ask for the file.',
    query: {
      ...INSIDE,
      dl: flag(false, 'Whether the file is sent.', { otherwise: 'Any other value is no.' }),
      raw: RAW,
    },
    answer: null,
    media: ANY_FILE,
    statuses: [200, 206, 303, 304],
    refuses: FILE_REFUSALS,
  },
  'GET /d/:token/thumbnail/': {
    summary: 'A small picture of a picture in a shared folder.',
    query: INSIDE,
    answer: null,
    media: ['image/png'],
    statuses: [200, 303],
    refuses: [...FILE_REFUSALS, 'file-too-large', 'argument-invalid'],
  },
  'GET /d/:token/zip/': {
    summary: 'A shared folder, or one in it, as an archive.',
    query: INSIDE,
    answer: null,
    media: ['application/zip'],
    statuses: [200, 303],
    refuses: FILE_REFUSALS,
  },
  'GET /d/:token/upload/': {
    summary: 'The page to upload files into a shared folder, where its link allows that.',
    query: INSIDE,
    answer: null,
    media: PAGE,
    statuses: [200, 303],
    refuses: UPLOAD_REFUSALS,
  },
  'POST /d/:token/upload/': {
    summary: 'Takes in what the page to upload sends, and says under which names.',
    ...TAKES_FILES,
  },
  'GET /u/d/:token/': {
    summary: 'The page of an upload link.',
    answer: null,
    media: PAGE,
    refuses: UPLOAD_REFUSALS,
  },
  'POST /u/d/:token/': { summary: 'Opens an upload link with its password.', ...OPENS },
  'POST /u/d/:token/upload/': {
    summary: 'Takes in what the page of an upload link sends, and says under which names.',
    ...TAKES_FILES,
  },
  'GET /link-page.js': {
    summary: 'The script of the pages to upload and to look at files.',
    answer: null,
    media: ['text/javascript'],
  },
  'GET /client-login/': {
    summary: 'Opens the page in a browser with a code of `/api2/client-login/`.',
    query: {
      token: text('The code.'),
      next: text('What is shown then: an address of a real server, without its origin.', { fallback: '/' }),
    },
    ...LEADS_ON,
  },
  'GET /library/*': { summary: 'Leads to a folder: `/library/{library}/{name}/{path}`.', ...LEADS_ON },
  'GET /lib/*': {
    summary: 'Leads to a file or folder: `/lib/{library}/file/{path}`, `/lib/{library}/dir/{path}`.',
    ...LEADS_ON,
  },
  'GET /repo/*': {
    summary:
      'Leads to a library, or a file with its versions: `/repo/{library}/`, `/repo/file_revisions/{library}/?p=`.',
    ...LEADS_ON,
  },
  'GET /smart-link/*': { summary: 'Leads to the item of a smart link.', ...LEADS_ON },
  'GET /profile/': { summary: 'Leads to the settings.', ...LEADS_ON },
  'GET /media/avatars/default.png': {
    summary: 'The picture of everybody who has none.',
    answer: null,
    media: ['image/png'],
  },
} as const satisfies CallSpecs;
