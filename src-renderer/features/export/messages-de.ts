import type { en } from './messages-en.ts';

export const de: Record<keyof typeof en, string> = {
  export: 'Exportieren…',
  title: '„{name}“ exportieren',
  text: 'Alle Ordner und Dateien als ein Zip-Archiv, das beim Herunterladen entsteht.',
  which: 'Welcher Stand',
  now: 'Wie jetzt',
  past: 'Wie früher',
  all: 'Mit Verlauf',
  size: '{count, plural, one {#\u00a0Datei} other {#\u00a0Dateien}}, {size}',
  when: 'Datum und Uhrzeit',
  looking: 'Dieser Zeitpunkt wird gesucht…',
  found: 'Letzte Änderung bis dahin: „{title}“, {when}',
  older: 'Der Verlauf beginnt später. Sein erster Zeitpunkt ist {when}.',
  notFound: 'Dieser Zeitpunkt wurde nicht gefunden.',
  encrypted: 'Das Archiv ist nicht verschlüsselt: Wer es hat, kann die Dateien lesen.',
  withHistory:
    'Der Verlauf ist nicht im Archiv. Um auch ihn zu behalten, kopiere den Datenordner: Er lässt sich ohne Keepfold lesen.',
  allText: 'Jede Version jeder Datei, als git-Repository, das Keepfold nicht braucht.',
  historyText:
    'Wähle einen neuen oder leeren Ordner auf dem Computer, auf dem Keepfold läuft. Darin liegen dann die neuesten Dateien; „git log“ zeigt dort jede Änderung, die Keepfold aufhebt, mit Datum und Urheber. Das Programm git muss installiert sein.',
  whichFolder: 'Neuer oder leerer Ordner',
  exportHere: 'In diesen Ordner exportieren',
  beginning: 'Wird vorbereitet…',
  exporting: '{done} von {total, plural, one {#\u00a0Version} other {#\u00a0Versionen}} geschrieben',
  progress: 'Fortschritt des Exports',
  goesOn:
    'Er läuft weiter, wenn du das hier schließt; in der Verwaltung steht er unter „Hintergrundaufgaben“. Vorzeitig beendet, hinterlässt er nichts.',
  end: 'Export beenden',
  letGoOn: 'Weiterlaufen lassen',
  done: 'Fertig',
  canceled: 'Der Export wurde beendet. Im Ordner ist nichts davon geblieben.',
  nothingLeft: 'Im Ordner ist nichts davon geblieben.',
  exported:
    '{count, plural, one {#\u00a0Version wurde} other {#\u00a0Versionen wurden}} nach <path>{folder}</path> geschrieben.',
  unreadable:
    '{count, plural, one {#\u00a0Version einer Datei war} other {#\u00a0Versionen von Dateien waren}} nicht lesbar',
  unreadableText: 'An ihrer Stelle steht die Version davor oder nichts: {paths}. Führe eine Prüfung durch.',
  notWritten: 'Nicht alle neuesten Dateien ließen sich schreiben',
  notWrittenText: 'Das Repository hat trotzdem jede Version. Git meldet: {problem}',
  renamed: '{count, plural, one {#\u00a0Pfad hat} other {#\u00a0Pfade haben}} einen anderen Namen',
  renamedText: 'Git nimmt diese nur mit einem Unterstrich mehr: {paths}',
  andMore: '{paths}, …',
  emptyFolders:
    'Git kennt keine leeren Ordner: {count, plural, one {#\u00a0davon fehlt} other {#\u00a0davon fehlen}} im Repository.',
  cancel: 'Abbrechen',
  download: 'Archiv herunterladen',
  started: 'Der Download beginnt',
  failed: 'Die Bibliothek wurde nicht exportiert.',
};
