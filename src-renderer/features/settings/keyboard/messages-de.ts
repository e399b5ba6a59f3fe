import type { en } from './messages-en.ts';

export const de: Record<keyof typeof en, string> = {
  title: 'Tastatur',
  text: 'In diesem Browser oder Fenster.',
  words: 'tasten tastenkürzel kürzel buchstaben barrierefreiheit sprache',
  letters: 'Tastenkürzel aus einem Buchstaben',
  lettersText:
    'Zum Beispiel P für Anhalten und ? für die Liste der Tastenkürzel. Tasten mit Strg oder Alt gelten immer, und Namen in Listen werden immer über ihre Buchstaben gefunden.',
};
