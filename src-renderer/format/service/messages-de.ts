import type { en } from './messages-en.ts';

export const de: Record<keyof typeof en, string> = {
  homeFolder:
    'Das ist dein Benutzerordner: Neben deinen Dateien liegen hier Einstellungen und Schlüssel von Programmen',
  syncFolder:
    '„{what}“ sieht nach dem Ordner eines anderen Sync-Programms aus; zwei Programme, die dieselben Dateien ändern, kommen sich in die Quere',
  syncProgram:
    '{what} synchronisiert diesen Ort schon; zwei Programme, die dieselben Dateien ändern, kommen sich in die Quere',
  networkDisk:
    'Dieser Ordner liegt auf einem Netzlaufwerk ({what}); was andere Computer darin ändern, wird nur durch Nachsehen gefunden, innerhalb von zehn Minuten',
  inMemory:
    'Dieser Ordner liegt im Arbeitsspeicher ({what}) und geht verloren, wenn der Computer ausgeschaltet wird',
  noHardLinks:
    'Dieser Datenträger ({what}) kennt keine harten Links; eine Datei, die genau dann gespeichert wird, wenn die Bibliothek sie ersetzt, ist deshalb schwerer zu schützen',
  removable:
    'Dieser Ordner liegt auf einem Wechseldatenträger; solange der fehlt, gilt nichts als gelöscht, und nichts wird gesichert',
  readOnlyPlace:
    'Dein Konto darf hier nicht schreiben; was sich anderswo in der Bibliothek ändert, kommt deshalb nicht in diesen Ordner',
  foldsCase:
    'Für diesen Datenträger sind Namen gleich, die sich nur in Groß- und Kleinschreibung unterscheiden; von zwei solchen Dateien der Bibliothek ist deshalb nur eine hier',
  manyNotTaken: '{count} Elemente ({examples} und {more} weitere) lassen sich nicht aufnehmen',
  notTaken: '{count} Elemente ({examples}) lassen sich nicht aufnehmen',
  patternsLeaveOut: 'Was die {count} Muster der seafile-ignore.txt darin nennen, wird ausgelassen',
  linksLeftOut: 'Ausgelassene symbolische Links: {count}',
  manyTwins:
    '{count} Elemente ({examples} und {more} weitere) unterscheiden sich nur in Groß- und Kleinschreibung von einem anderen Namen',
  twins:
    '{count} Elemente ({examples}) unterscheiden sich nur in Groß- und Kleinschreibung von einem anderen Namen',
  manyForeign:
    '{count} Elemente ({examples} und {more} weitere) haben einen Namen, den andere Systeme nicht zulassen',
  foreign: '{count} Elemente ({examples}) haben einen Namen, den andere Systeme nicht zulassen',
  watchLimit:
    'Das System lässt {count} überwachte Ordner zu, und dieser braucht {needed}; Änderungen werden vielleicht nur beim Durchsuchen gefunden',

  gone: 'Es ist nicht mehr da',
  mayNotRead: 'Dein Konto darf es nicht lesen',
  notLetRead: 'Das System lässt Keepfold es nicht lesen',
  openElsewhere: 'Ein anderes Programm hat es geöffnet',
  diskCouldNotRead: 'Der Datenträger konnte es nicht lesen',
  connectionLost: 'Die Verbindung zum Datenträger ist abgebrochen',
  tooManyOpen: 'Zu viele Dateien sind geöffnet',
  pathTooLong: 'Der Name oder Pfad ist zu lang',
  systemSays: 'Das System meldet: {what}',
  nameTooLong: 'Der Name ist länger als {count} Byte',
  nameCharacter: 'Der Name enthält ein Zeichen, das Bibliotheken nicht zulassen',
  nameNotUtf8: 'Der Name ist kein gültiges UTF-8',
  nameUnfit: 'Dieses System lässt den Namen nicht zu',
  tooDeep: 'Mehr als {count} Ordner tief',
  noLongerFolder: 'Kein Ordner mehr',
  notFolder: 'Kein Ordner',
  replacedWhileRead: 'Beim Lesen ersetzt',
  changedWhileRead: 'Beim Lesen geändert',
  notRegular: 'Keine gewöhnliche Datei',
  checksumTaken:
    'Der Inhalt hat die Prüfsumme eines anderen Inhalts der Bibliothek und lässt sich deshalb nicht sichern',
  libraryHasName: 'Die Bibliothek hat eine Datei dieses Namens',
  otherVersionKept: 'Die Bibliothek hat eine andere Version; behalten als {what}',
  leftOutHere:
    'Ein Ordner dieses Namens ist hier ausgelassen; was in diesem liegt, wird deshalb nicht gesichert',
  patternsOffered:
    'Durch die Bibliothek kamen Muster dafür, was ausgelassen wird: {count} neu, {more} entfallen; sie gelten erst, wenn du zustimmst',
  mostlyLeftOut:
    'Die Muster lassen {count} von {needed} Dateien hier aus; Änderungen daran werden nicht gesichert',
  wrongSize: 'Die Bibliothek nennt {told} Bytes, ihr Inhalt hat aber {found}',
  copyUnreadable: 'Die Bibliothek kann ihre Kopie nicht lesen',
  somethingElse: 'Etwas anderes ist an seinem Platz und wird zuerst aufgenommen',
  notMovedYet: 'Bleibt hier, bis sein neuer Platz frei ist',
  holdsOthers:
    'Der Ordner wurde in der Bibliothek gelöscht, enthält hier aber Dinge, die nicht gesichert sind',
  sameToDisk: 'Dieser Datenträger kann den Namen nicht von „{what}“ unterscheiden',
  folderDiskFull: 'Der Datenträger mit diesem Ordner ist voll',
  folderNoRoom: 'Der Datenträger mit diesem Ordner hat dafür keinen Platz',
  mayNotWrite: 'Dein Konto darf hier nicht schreiben',
  diskCannotHoldName: 'Dieser Datenträger lässt den Namen nicht zu',
  crashBetween: 'Ein Absturz kam dazwischen',
  aFolder: 'ein Ordner',
  movedFrom: 'von {what}',

  notReachedGone: 'Der Ordner ist nicht erreichbar: Er ist nicht mehr da.',
  notReachedRight: 'Der Ordner ist nicht erreichbar: Dein Konto darf ihn nicht lesen.',
  notReachedFolder: 'Der Ordner ist nicht erreichbar: An seinem Ort liegt kein Ordner.',
  notReached: 'Der Ordner ist nicht erreichbar: {what}.',
  linkedElse: 'Der Ordner an diesem Ort ist inzwischen anderswo verknüpft.',
  emptyInPlace: 'Anstelle des verknüpften Ordners liegt hier ein leerer.',
  noMark: 'Dem Ordner an diesem Ort fehlt das Kennzeichen des verknüpften, die Datei {what}.',
  otherInPlace: 'Anstelle des verknüpften Ordners liegt hier ein anderer.',
  relinkIt: 'Ist er der richtige, verknüpfe ihn neu.',
  nothingLost: 'Nichts gilt als gelöscht; es geht weiter, sobald der Ordner zurück ist.',
  diskOfFolderFull: 'Der Datenträger mit diesem Ordner ist voll.',
  storageFailed:
    'Der Datenträger mit den Daten der Bibliotheken ist ausgefallen; nichts kann mehr darauf geschrieben werden.',
  checkDisk: 'Prüfe ihn und starte Keepfold dann neu.',
  libraryLocked: 'Die Bibliothek ist gesperrt: Gib ihr Passwort ein.',
  libraryReadOnly: 'Die Bibliothek ist schreibgeschützt.',
  libraryDeleted: 'Die Bibliothek wurde gelöscht.',
  libraryDamaged: 'Die Bibliothek ist beschädigt.',
  diskOfLibraryFull: 'Der Datenträger mit den Daten der Bibliotheken ist voll.',
  quotaReached: 'Der Speicherplatz der Bibliothek ist ausgeschöpft.',
  folderFault: 'Beim Sichern des Ordners ist ein Fehler aufgetreten: {what}',

  endedOften: 'Der Bibliotheksdienst ist in kurzer Zeit {count}-mal abgebrochen.',
  portUsed:
    'Port {count} auf {what} wird von einem anderen Programm benutzt. Beende es oder wähle mit --port einen anderen.',
  portRefused: 'Dieses Konto darf Port {count} auf {what} nicht benutzen. Wähle mit --port einen anderen.',
  folderInUse: 'Der Datenordner {what} wird von einem anderen Keepfold benutzt.',
  folderInUseBy: 'Der Datenordner {what} wird vom Keepfold unter {where} benutzt (Prozess {count}).',
  dataNotOpened: 'Die Daten in {what} lassen sich nicht öffnen: {reason}',
  dataFolderUnusable: 'Der Datenordner {what} lässt sich nicht benutzen: {reason}',

  keychainSilent: 'Der Schlüsselbund dieses Computers hat nicht geantwortet.',
  keychainNotRunning: 'Es läuft kein Schlüsselbund: Diese Sitzung hat keinen D-Bus.',
  keychainKeepsNothing: 'Der Schlüsselbund dieses Computers behält nichts.',
  keychainUnusable: 'Der Schlüsselbund dieses Computers lässt sich nicht benutzen: {reason}',
};
