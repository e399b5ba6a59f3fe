import type { en } from './messages-en.ts';

export const de: Record<keyof typeof en, string> = {
  title: 'Dieser Rechner',
  text: 'Wie sich die App hier verhält, wer auch immer angemeldet ist.',
  words:
    'desktop app start anmeldung autostart schließen fenster beenden benachrichtigungen update version aktualisierung',
  unknown: 'Die Einstellungen dieses Rechners konnten nicht gelesen werden.',
  notChanged: 'Die Einstellung wurde nicht geändert.',

  startAtLogin: 'Bei der Anmeldung starten',
  startAtLoginText: 'Von da an werden Ordner gesichert, auch ohne Fenster.',
  startUnavailable: 'So wie die App hier läuft, kann das System sie nicht starten.',
  needsApproval: 'Das System wartet auf deine Zustimmung, bevor es Keepfold bei der Anmeldung startet.',
  openSystemSettings: 'Systemeinstellungen öffnen',
  systemSettingsNotOpened: 'Die Systemeinstellungen wurden nicht geöffnet.',

  closing: 'Wenn ich das Fenster schließe',
  closingAsk: 'Nachfragen',
  closingKeep: 'Weiterlaufen',
  closingQuit: 'Beenden',
  closingAskText: 'Beim nächsten Mal wirst du gefragt, ob Keepfold ohne Fenster weiterläuft.',
  closingKeepText: 'Änderungen werden weiter gesichert; das Symbol von Keepfold holt das Fenster zurück.',
  closingQuitText: 'Nichts wird gesichert, bis Keepfold wieder gestartet wird.',

  notifies: 'Benachrichtigungen',
  notifiesText:
    'Nur wenn etwas auf dich wartet: ein Ordner, der nicht gesichert wird, eine Entscheidung, ein Konflikt.',

  checksForUpdates: 'Einmal am Tag nach neuen Versionen suchen',
  checksForUpdatesText: 'Geladen wird nichts, bevor du es sagst.',
  noUpdates:
    'Diese Ausgabe aktualisiert sich nicht selbst. Neue Versionen kommen auf dem Weg, auf dem diese kam.',
  checkNow: 'Nach neuer Version suchen',
  checking: 'Neue Version wird gesucht…',
  isCurrent: 'Das ist die neueste Version.',
  isAvailable: 'Version {version} ist verfügbar.',
  install: 'Installieren und neu starten',
  installing: 'Version {version} wird geladen. Keepfold startet damit neu.',
  notChecked: 'Ob es eine neue Version gibt, ist nicht bekannt.',
  notInstalled: 'Die neue Version wurde nicht installiert.',
};
