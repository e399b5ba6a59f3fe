import type { en } from './messages-en.ts';

export const de: Record<keyof typeof en, string> = {
  export: 'Exportieren…',
  title: '„{name}“ exportieren',
  text: 'Alle Ordner und Dateien als ein Zip-Archiv, das beim Herunterladen entsteht.',
  which: 'Welcher Stand',
  now: 'Wie jetzt',
  past: 'Wie früher',
  size: '{count, plural, one {#\u00a0Datei} other {#\u00a0Dateien}}, {size}',
  when: 'Datum und Uhrzeit',
  looking: 'Dieser Zeitpunkt wird gesucht…',
  found: 'Letzte Änderung bis dahin: „{title}“, {when}',
  older: 'Der Verlauf beginnt später. Sein erster Zeitpunkt ist {when}.',
  notFound: 'Dieser Zeitpunkt wurde nicht gefunden.',
  encrypted: 'Das Archiv ist nicht verschlüsselt: Wer es hat, kann die Dateien lesen.',
  withHistory:
    'Der Verlauf ist nicht im Archiv. Um auch ihn zu behalten, kopiere den Datenordner: Er lässt sich ohne Keepfold lesen.',
  cancel: 'Abbrechen',
  download: 'Archiv herunterladen',
  started: 'Der Download beginnt',
  failed: 'Die Bibliothek wurde nicht exportiert.',
};
