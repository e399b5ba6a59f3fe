import { messages } from '../../i18n/messages.ts';

export const t = messages('help', {
  help: 'Help',
  aboutGuide: 'The guide to Keepfold',
  search: 'Search the guide',
  clearSearch: 'Clear the search',
  pages: 'Pages of the guide',
  otherPages: 'Other pages',
  before: 'Before',
  next: 'Next',

  found: 'Found in the guide',
  places: '{count, plural, one {#\u00a0place} other {#\u00a0places}}',
  nothingFound: 'No matches',
  nothingFoundText: 'No part of the guide has all of these words.',

  logsIn: 'The logs of this computer are in {folder}',

  noSuchPage: 'The guide has no such page',
  noSuchPageText: 'The link may be old.',
  toFirstSteps: 'Go to the first steps',
});
