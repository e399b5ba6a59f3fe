import type { en } from './messages-en.ts';

export const de: Record<keyof typeof en, string> = {
  settings: 'Einstellungen',
  atOnce: 'Änderungen gelten sofort',
  search: 'Einstellung suchen',
  clearSearch: 'Suche löschen',
  noMatch: 'Keine Einstellung passt',
  noMatchText: 'Nichts hier heißt so.',
  cancel: 'Abbrechen',
  done: 'Fertig',
  actionDefault: 'Ändern der Aufbewahrung für neue Bibliotheken',

  look: 'Darstellung',
  lookText: 'Hell oder dunkel, in diesem Browser oder Fenster.',
  lookWords: 'allgemein design thema farbe dunkelmodus modus system aussehen theme dark light mode',
  language: 'Sprache',
  languageText: 'Texte, Datum und Zahlen. Eine andere Sprache lädt die Seite neu.',
  languageWords: 'allgemein übersetzung region deutsch englisch datum language locale german english',
  folders: 'Ordner und Ausschlussregeln',
  foldersText: 'Ordner dieses Computers, deren Änderungen gespeichert werden.',
  foldersWords:
    'verknüpft synchronisieren überspringen ausschließen ignorieren ausnahmen muster linked sync skip exclude ignore patterns caches node_modules',
  history: 'Verlauf und Speicherplatz',
  historyText: 'Wie lange neue Bibliotheken frühere Versionen und gelöschte Elemente aufbewahren.',
  historyWords:
    'aufbewahrung tage behalten standard aufräumen prüfen prüfung retention days storage clean-up garbage verify check',
  backup: 'Backup',
  backupText: 'Eine Kopie von allem in einem Ordner auf einem anderen Datenträger.',
  backupWords:
    'sicherung kopie festplatte datenträger usb extern täglich wiederherstellung drive disk daily restore',
  address: 'Programme verbinden',
  addressText: 'Unter dieser Adresse erreichen Seafile-Programme und rclone die Bibliotheken.',
  addressWords: 'netzwerk port server url seafile rclone client sync synchronisieren webdav network address',
  devices: 'Geräte',
  devicesText: 'Was sich bei deinem Konto angemeldet hat oder dessen Bibliotheken synchronisiert.',
  devicesWords:
    'netzwerk abmelden widerrufen handy telefon laptop zuletzt verwendet adresse network revoke sign out phone device',
  token: 'Zugriffstoken',
  tokenText: 'Lässt ein eigenes Programm die Schnittstelle in deinem Namen verwenden.',
  tokenWords: 'netzwerk schlüssel skript api key script access token',
  about: 'Über Keepfold',
  aboutText: 'Diese Installation von Keepfold.',
  aboutWords:
    'version lizenz datenordner schnittstelle dokumentation info licence license data folder interface api docs',

  asSystem: 'Wie das System',
  light: 'Hell',
  dark: 'Dunkel',

  noFolder: 'Noch ist kein Ordner dieses Computers verknüpft.',
  openFolder:
    'Öffne einen Ordner, um ihn anzuhalten, Teile auszulassen oder seine eigenen Ausschlussregeln zu ändern.',
  skipped: 'Was in jedem Ordner übersprungen wird',
  skippedRules: 'Regeln für jeden Ordner',
  skippedFailed: 'Die Regeln konnten nicht gelesen werden.',
  addFolder: 'Ordner hinzufügen…',

  keepFor: 'Verlauf neuer Bibliotheken aufbewahren',
  presentKeep: 'Vorhandene Bibliotheken behalten ihre eigene Aufbewahrung.',
  keepNew: 'Neue Bibliotheken: {span}',
  keepNewAll: 'Neue Bibliotheken: alles aufbewahren',
  keepNewCurrent: 'Neue Bibliotheken: nur die aktuelle Version',
  defaultFailed: 'Der Standard wurde nicht geändert.',
  defaultNotRead: 'Der Standard konnte nicht gelesen werden.',
  toStorage: 'Speicher, Aufräumen und Prüfungen',

  copy: 'Kopieren: {what}',
  copied: '{what} kopiert',

  noAddress: 'Der Dienst hat seine Adresse noch nicht mitgeteilt.',
  serverAddress: 'Serveradresse',
  port: 'Port {port}. Adresse und Port werden beim Start des Dienstes mit <code>--host</code> und <code>--port</code> festgelegt.',
  seafile: 'Seafile für Computer und Mobilgeräte',
  seafileText:
    'Füge ein Konto mit dieser Serveradresse, deiner E-Mail-Adresse und deinem Passwort hinzu und wähle dann die Bibliotheken, die synchronisiert werden.',
  rclone: 'Befehl für rclone',
  rcloneText: 'Danach listet <code>rclone lsd keepfold:</code> deine Bibliotheken auf.',
  yourEmail: 'DEINE-E-MAIL',
  yourPassword: 'DEIN-PASSWORT',

  used: 'Zuletzt verwendet <time></time>',
  usedFrom: 'Zuletzt verwendet <time></time> von {address}',
  libraries: '{count, plural, one {#\u00a0Bibliothek} other {#\u00a0Bibliotheken}}',
  noDevices: 'Außer dieser Seite hat sich nichts bei deinem Konto angemeldet.',
  devicesFailed: 'Die Geräte konnten nicht aufgelistet werden.',
  signOutMenu: 'Abmelden…',
  signOut: 'Abmelden',
  signOutAsked: '„{name}“ abmelden?',
  signOutText:
    'Das Gerät synchronisiert nicht mehr und muss sich neu anmelden. Die Dateien darauf bleiben, wo sie sind.',
  signedOut: '„{name}“ wurde abgemeldet',
  signOutFailed: '„{name}“ wurde nicht abgemeldet.',

  tokenUse:
    'Programme senden es als <code>Authorization: Token …</code>. Es gilt, bis dein Passwort geändert wird.',
  tokenMenu: 'Token erstellen…',
  tokenMeaning:
    'Wer das Token hat, kann alles, was du kannst: jede Bibliothek, die du erreichst, lesen, ändern und löschen und diesen Server verwalten. Gib es nur Programmen, denen du vertraust.',
  tokenCreate: 'Token erstellen',
  tokenFailed: 'Es gibt kein Token.',

  version: 'Version',
  licence: 'Lizenz',
  running: 'Gestartet',
  runningSince: '<time></time>',
  dataFolder: 'Datenordner',
  interface: 'Schnittstelle für Programme',
  interfaceAddress: 'Adresse der Schnittstelle',
  saveDocs: 'Beschreibung speichern',
  docsFailed: 'Die Beschreibung wurde nicht gespeichert.',
};
