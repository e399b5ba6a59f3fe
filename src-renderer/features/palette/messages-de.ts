import type { en } from './messages-en.ts';

export const de: Record<keyof typeof en, string> = {
  title: 'Befehlspalette',
  hint: 'Bibliothek, Ansicht oder Aktion eingeben',
  matches: 'Treffer',

  recent: 'Zuletzt',
  places: 'Gehe zu',
  libraries: 'Bibliotheken',
  actions: 'Aktionen',

  nothing: 'Nichts passt zu „{typed}“.',
  nothingNext:
    'Gib weniger Buchstaben ein oder einen Teil vom Namen einer Bibliothek. Dateien findet die Suche.',
  searchFiles: 'Dateien nach „{typed}“ durchsuchen',
};
