import { messages } from '../../i18n/messages.ts';

export const t = messages('search', {
  title: 'Search',
  whatToFind: 'Names and texts, now and in the past',
  whereToLook: 'Where to look',
  everywhere: 'All',
  names: 'Names',
  texts: 'Texts',
  fromWhen: 'From when',
  anyTime: 'Any time',
  now: 'Now',
  older: 'Older',
  deleted: 'Deleted',

  gettingToKnow: 'Still getting to know your files: {done} of {total}. What is known so far is shown.',
  canBeFound: 'Files that can be found',
  textsToRead:
    'All names can be found. {count, plural, one {#\u00a0text is} other {#\u00a0texts are}} still to be read.',
  leftOut:
    '{count, plural, one {#\u00a0file is} other {#\u00a0files are}} missing from the search: some library holds more than it takes in.',
  notSearched: 'Not searched (locked): <libraries>{names}</libraries>',

  searchAll: 'Search everything you keep',
  searchAllMeaning: 'Names and texts of all your libraries: as they are, as they were, and what was deleted.',
  failed: 'The search did not work.',
  searching: 'Searching',
  nothingFound: 'Nothing was found',
  lookElsewhere: 'There may be results elsewhere: among names, in texts, or at another time.',
  useFewerWords: 'Fewer words, or a part of a name, find more.',
  clearFilters: 'Clear filters',

  results: 'Results',
  resultsFor: 'Results for {words}',
  byName: 'Names',
  inTexts: 'In texts',
  isThereNow: 'It is there now',
  wasEarlier: 'An earlier name or version',
  canBeRestored: 'It was deleted and can be restored',
  restore: 'Restore',
  restoreItem: 'Restore {name}',

  actionRestored: 'restoring “{name}”',
  restored: '“{name}” is back',
  restoredWhere: 'It is where it was before.',
  restoreFailed: '“{name}” was not restored.',
});
