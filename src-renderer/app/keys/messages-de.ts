import type { en } from './messages-en.ts';

export const de: Record<keyof typeof en, string> = {
  palette: 'Zu einer Ansicht oder Bibliothek gehen oder etwas tun',
  panes: 'Nächster Teil des Fensters, mit Umschalt der vorige',
  filter: 'Auf dieser Ansicht suchen oder filtern',
  pause: 'Ordner der Bibliothek anhalten oder fortsetzen',
  rescan: 'Ordner der Bibliothek durchsehen',
  history: 'Verlauf des ausgewählten Elements oder des Ordners',
};
