import type { en } from './messages-en.ts';

export const de: Record<keyof typeof en, string> = {
  help: 'Hilfe',
  aboutGuide: 'Die Anleitung zu Keepfold',
  search: 'Anleitung durchsuchen',
  clearSearch: 'Suche löschen',
  pages: 'Seiten der Anleitung',
  otherPages: 'Weitere Seiten',
  before: 'Zurück',
  next: 'Weiter',

  found: 'In der Anleitung gefunden',
  places: '{count, plural, one {#\u00a0Stelle} other {#\u00a0Stellen}}',
  nothingFound: 'Nichts gefunden',
  nothingFoundText: 'An keiner Stelle der Anleitung kommen alle diese Wörter vor.',

  logsIn: 'Die Protokolle dieses Computers liegen in {folder}',

  noSuchPage: 'Diese Seite gibt es in der Anleitung nicht',
  noSuchPageText: 'Der Link ist vielleicht alt.',
  toFirstSteps: 'Zu den ersten Schritten',
};
