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

  gettingToKnow: 'Keepfold is still reading your files: {done} of {total}. Results may be incomplete.',
  canBeFound: 'Files that can be found',
  textsToRead:
    'All names can be found. Keepfold still has to read {count, plural, one {#\u00a0text} other {#\u00a0texts}}.',
  leftOut:
    '{count, plural, one {#\u00a0file is} other {#\u00a0files are}} missing from the search: a library holds too many files for it.',
  notSearched: 'Not searched (locked): <libraries>{names}</libraries>',

  searchAll: 'Search everything you keep',
  searchAllMeaning: 'Names and texts of all your libraries: as they are, as they were, and what was deleted.',
  failed: 'The search did not work.',
  searching: 'Searching',
  nothingFound: 'Nothing was found',
  lookElsewhere: 'There may be results elsewhere: among names, in texts, or at another time.',
  useFewerWords: 'Try fewer words, or part of a name.',
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
