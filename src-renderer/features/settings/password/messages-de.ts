import type { en } from './messages-en.ts';

export const de: Record<keyof typeof en, string> = {
  title: 'Passwort',
  text: 'Zum Anmelden auf diesem und anderen Geräten.',
  words: 'passwort kennwort konto anmelden sicherheit ändern',
  account: 'Dein Konto ist {email}.',
  unknown: 'Ob es ein Passwort gibt, ist nicht bekannt.',
  none: 'Es gibt keins. Mit einem melden sich auch Browser und andere Geräte an; die Desktop-App braucht keins.',
  change: 'Passwort ändern…',
  set: 'Passwort festlegen…',

  dialogTitle: 'Passwort ändern',
  dialogSetTitle: 'Passwort festlegen',
  dialogText: 'Alles andere, was mit deinem Konto angemeldet ist, wird abgemeldet; dieses Fenster bleibt.',
  current: 'Bisheriges Passwort',
  currentWrong: 'Das ist nicht dein bisheriges Passwort.',
  warning: 'Niemand kann es dir später zeigen.',
  save: 'Passwort ändern',
  saveFirst: 'Passwort festlegen',
  cancel: 'Abbrechen',
  notChanged: 'Das Passwort wurde nicht geändert.',
  changed: 'Dein Passwort wurde geändert',
  changedText: 'Alles andere wurde abgemeldet und braucht das neue.',
};
