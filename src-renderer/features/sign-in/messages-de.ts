import type { en } from './messages-en.ts';

export const de: Record<keyof typeof en, string> = {
  title: 'Anmelden',
  heading: 'Bei Keepfold anmelden',
  where:
    'Kein Passwort? Ein neuer Link meldet dich an. Tippe im Terminal, im Ordner <code>{folder}</code>, eines davon:',
  whereApp: 'Kein Passwort? Die App öffnet sich angemeldet. Tippe im Terminal:',
  whereUntold:
    'Kein Passwort? Ein neuer Link meldet dich an. Tippe im Terminal, im Ordner von Keepfold, eines davon, mit dem <code>--data-dir</code>, mit dem Keepfold gestartet wurde, falls es eines war:',
  start: 'Keepfold öffnen, auch während es läuft',
  print: 'Nur einen Link ausgeben',
  copy: '„{command}“ kopieren',
  copied: 'Kopiert',
  failed: 'Du bist nicht angemeldet.',
  email: 'E-Mail',
  password: 'Passwort',
  submit: 'Anmelden',
  again: 'Noch einmal dein Passwort',
  againMeaning:
    'Was du vorhast, reicht an den Computer, auf dem Keepfold läuft. Zehn Minuten lang wirst du nicht noch einmal gefragt.',
  againWrong: 'Das ist nicht dein Passwort.',
  againFailed: 'Das Passwort wurde nicht geprüft.',
  goOn: 'Weiter',
  cancel: 'Abbrechen',
};
