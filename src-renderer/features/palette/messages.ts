import { messages } from '../../i18n/messages.ts';

export const t = messages('palette', {
  title: 'Command palette',
  hint: 'Type a library, a screen or an action',
  matches: 'Matches',

  recent: 'Recent',
  places: 'Go to',
  libraries: 'Libraries',
  actions: 'Commands',

  here: 'Here',
  files: 'Files and folders',
  nothing: 'No command and no file name matches “{typed}”.',
  nothingNext: 'Type fewer letters, or search inside files and the past.',
  guide: 'Help',
  searchGuide: 'Search the guide for “{typed}”',
  searchFiles: 'Search names, texts and the past for “{typed}”',
});
