import type { en } from './messages-en.ts';

export const de: Record<keyof typeof en, string> = {
  isSlow: 'Keepfold antwortet langsam',
  unknownUntilAnswer: 'Bis es antwortet, ist nicht bekannt, ob deine letzten Änderungen im Verlauf sind.',
  isStarting: 'Keepfold startet',
  isNotRunning: 'Keepfold läuft nicht',
  isUnreachable: 'Keepfold ist nicht erreichbar',
  isSilent: 'Keepfold antwortet nicht',
  savingGoesOnSoon: 'Gleich wird weiter gesichert.',
  notSavedSince: 'Seit {when} wurde nichts gesichert.',
  notSaved: 'Zurzeit wird nichts gesichert.',
  unknownSince: 'Seit {when} weiß diese Seite nichts mehr von deinen Dateien.',
  unknown: 'Diese Seite weiß zurzeit nichts von deinen Dateien.',
};
