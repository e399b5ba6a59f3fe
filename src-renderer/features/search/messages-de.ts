import type { en } from './messages-en.ts';

export const de: Record<keyof typeof en, string> = {
  title: 'Suche',
  whatToFind: 'Namen und Texte, jetzt und früher',
  whereToLook: 'Wo gesucht wird',
  everywhere: 'Alles',
  names: 'Namen',
  texts: 'Texte',
  fromWhen: 'Aus welcher Zeit',
  anyTime: 'Jederzeit',
  now: 'Jetzt',
  older: 'Früher',
  deleted: 'Gelöscht',

  gettingToKnow:
    'Deine Dateien werden noch erfasst: {done} von {total}. Gezeigt wird, was schon bekannt ist.',
  canBeFound: 'Auffindbare Dateien',
  textsToRead:
    'Alle Namen sind auffindbar. {count, plural, one {#\u00a0Text muss} other {#\u00a0Texte müssen}} noch gelesen werden.',
  leftOut:
    'In der Suche {count, plural, one {fehlt #\u00a0Datei} other {fehlen #\u00a0Dateien}}: Eine Bibliothek enthält mehr, als sie aufnimmt.',
  notSearched: 'Nicht durchsucht (gesperrt): <libraries>{names}</libraries>',

  searchAll: 'Durchsuche alles, was du aufbewahrst',
  searchAllMeaning:
    'Namen und Texte aller deiner Bibliotheken: wie sie sind, wie sie waren und was gelöscht wurde.',
  failed: 'Die Suche hat nicht funktioniert.',
  searching: 'Suche läuft',
  nothingFound: 'Nichts gefunden',
  lookElsewhere: 'Vielleicht gibt es anderswo Treffer: bei den Namen, in Texten oder zu einer anderen Zeit.',
  useFewerWords: 'Mit weniger Wörtern oder einem Teil des Namens findest du mehr.',
  clearFilters: 'Filter zurücksetzen',

  results: 'Treffer',
  resultsFor: 'Treffer für {words}',
  byName: 'Namen',
  inTexts: 'In Texten',
  isThereNow: 'Ist jetzt vorhanden',
  wasEarlier: 'Ein früherer Name oder eine frühere Version',
  canBeRestored: 'Wurde gelöscht und lässt sich zurückholen',
  restore: 'Zurückholen',
  restoreItem: '{name} zurückholen',

  actionRestored: 'Wiederherstellen von „{name}“',
  restored: '„{name}“ ist wieder da',
  restoredWhere: 'Am selben Ort wie vorher.',
  restoreFailed: '„{name}“ wurde nicht zurückgeholt.',
};
