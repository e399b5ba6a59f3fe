import type { en } from './messages-en.ts';

export const de: Record<keyof typeof en, string> = {
  asSystem: 'Wie das System',
  language: 'Sprache',
};
