import { messages } from '../../i18n/messages.ts';

export const t = messages('export', {
  export: 'Export…',
  title: 'Export “{name}”',
  text: 'All folders and files as one zip archive. Keepfold makes it during the download.',
  which: 'Content of the export',
  now: 'As it is now',
  past: 'As it was',
  all: 'With its history',
  size: '{count, plural, one {#\u00a0file} other {#\u00a0files}}, {size}',
  when: 'Date and time',
  looking: 'Looking for that moment…',
  found: 'Last change before then: “{title}”, {when}',
  older: 'The history starts later: {when}.',
  notFound: 'That moment was not found.',
  encrypted: 'The archive is not encrypted: anyone who has it can read the files.',
  withHistory:
    'The archive has no history. To keep the history too, copy the data folder: it can be read without Keepfold.',
  allText: 'Every version of every file, as a git repository that works without Keepfold.',
  historyText:
    'Choose a new or empty folder on the computer that runs Keepfold. It will hold the newest files; “git log” there shows every change that Keepfold keeps, with its date and author. The program git has to be installed.',
  whichFolder: 'New or empty folder',
  exportHere: 'Export into this folder',
  beginning: 'Getting ready…',
  exporting: '{done} of {total, plural, one {#\u00a0version} other {#\u00a0versions}} written',
  progress: 'Progress of the export',
  goesOn:
    'The export continues if you close this; you find it under Background jobs in Administration. If you stop it, it leaves nothing behind.',
  end: 'Stop the export',
  letGoOn: 'Keep exporting',
  done: 'Done',
  canceled: 'The export was stopped and left nothing in the folder.',
  nothingLeft: 'The export left nothing in the folder.',
  exported:
    '{count, plural, one {#\u00a0version was} other {#\u00a0versions were}} written to <path>{folder}</path>.',
  unreadable:
    '{count, plural, one {#\u00a0version of a file could} other {#\u00a0versions of files could}} not be read',
  unreadableText: 'Each is replaced by the version before it, or left out: {paths}. Run a check.',
  notWritten: 'Not all of the newest files could be written',
  notWrittenText: 'The repository still has every version. Git said: {problem}',
  renamed: '{count, plural, one {#\u00a0path was} other {#\u00a0paths were}} renamed',
  renamedText: 'Git accepts these only with an added underscore: {paths}',
  andMore: '{paths}, …',
  emptyFolders:
    'Git keeps no empty folders, so {count, plural, one {#\u00a0folder is} other {#\u00a0folders are}} missing from the repository.',
  cancel: 'Cancel',
  download: 'Download the archive',
  started: 'The download has started',
  failed: 'The library was not exported.',
});
