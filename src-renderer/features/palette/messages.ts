import { messages } from '../../i18n/messages.ts';

export const t = messages('palette', {
  title: 'Command palette',
  hint: 'Type a library, a screen or an action',
  matches: 'Matches',

  recent: 'Recent',
  places: 'Go to',
  libraries: 'Libraries',
  actions: 'Do',

  nothing: 'Nothing matches “{typed}”.',
  nothingNext: 'Type fewer letters, or part of a library’s name. Files are found by the search.',
  searchFiles: 'Search files for “{typed}”',
});
