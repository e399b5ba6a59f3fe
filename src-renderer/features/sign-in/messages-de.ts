import type { en } from './messages-en.ts';

export const de: Record<keyof typeof en, string> = {
  title: 'Anmelden',
  heading: 'Bei Keepfold anmelden',
  where: 'Auf dem Rechner, auf dem es läuft, meldet dich der Link an, der beim Start ausgegeben wird.',
  failed: 'Du bist nicht angemeldet.',
  email: 'E-Mail',
  password: 'Passwort',
  submit: 'Anmelden',
};
