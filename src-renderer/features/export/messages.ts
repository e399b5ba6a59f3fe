import { messages } from '../../i18n/messages.ts';

export const t = messages('export', {
  export: 'Export…',
  title: 'Export “{name}”',
  text: 'All folders and files as one zip archive. Keepfold makes it during the download.',
  which: 'Which state',
  now: 'As it is now',
  past: 'As it was',
  all: 'With its history',
  size: '{count, plural, one {#\u00a0file} other {#\u00a0files}}, {size}',
  when: 'Date and time',
  looking: 'Looking for that moment…',
  found: 'The last change until then: “{title}”, {when}',
  older: 'The history starts later: {when}.',
  notFound: 'That moment was not found.',
  encrypted: 'The archive is not encrypted: anyone who has it can read the files.',
  withHistory:
    'History is not in the archive. To keep that as well, copy the data folder: it can be read without Keepfold.',
  allText: 'Every version of every file, as a git repository that needs no Keepfold.',
  historyText:
    'Choose a new or empty folder on the computer that Keepfold runs on. The newest files will lie in it; “git log” there shows every change that Keepfold keeps, with its date and author. The program git has to be installed.',
  whichFolder: 'New or empty folder',
  exportHere: 'Export into this folder',
  beginning: 'Getting ready…',
  exporting: '{done} of {total, plural, one {#\u00a0version} other {#\u00a0versions}} written',
  progress: 'Progress of the export',
  goesOn:
    'The export continues when you close this; find it in Administration under Background jobs. If you stop it early, it leaves nothing behind.',
  end: 'End the export',
  letGoOn: 'Let it go on',
  done: 'Done',
  canceled: 'The export was stopped and left nothing in the folder.',
  nothingLeft: 'The export left nothing in the folder.',
  exported:
    '{count, plural, one {#\u00a0version was} other {#\u00a0versions were}} written to <path>{folder}</path>.',
  unreadable:
    '{count, plural, one {#\u00a0version of a file could} other {#\u00a0versions of files could}} not be read',
  unreadableText: 'The version before stands in its place, or nothing: {paths}. Run a check.',
  notWritten: 'Not all of the newest files could be written',
  notWrittenText: 'The repository still has every version. Git said: {problem}',
  renamed: '{count, plural, one {#\u00a0path has} other {#\u00a0paths have}} another name',
  renamedText: 'Git takes these only with an underscore more: {paths}',
  andMore: '{paths}, …',
  emptyFolders:
    'Git knows no empty folders: {count, plural, one {#\u00a0of them is} other {#\u00a0of them are}} not in the repository.',
  cancel: 'Cancel',
  download: 'Download the archive',
  started: 'The download begins',
  failed: 'The library was not exported.',
});
