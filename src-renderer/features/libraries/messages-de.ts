import type { en } from './messages-en.ts';

export const de: Record<keyof typeof en, string> = {
  libraries: 'Bibliotheken',
  whatLibrariesAre: 'Ordner mit ihrem ganzen Verlauf',
  totals: '{count, plural, one {#\u00a0Bibliothek} other {#\u00a0Bibliotheken}} · {size}',
  newLibrary: 'Neue Bibliothek',
  addFolder: 'Ordner hinzufügen',
  loading: 'Bibliotheken werden geladen',
  notLoaded: 'Die Bibliotheken konnten nicht geladen werden.',
  noneYet: 'Sichere deinen ersten Ordner',
  noneYetText:
    'Keepfold speichert jede Änderung eines Ordners, sodass sich jeder frühere Stand wiederherstellen lässt.',
  noLibraryYet: 'Noch keine Bibliothek',
  noLibraryYetText:
    'Lege eine an und fülle sie hier oder mit einem Sync-Programm. Ordner des Servers verknüpft, wer ihn verwaltet.',

  name: 'Name',
  owner: 'Eigentümer',
  size: 'Größe',
  files: 'Dateien',
  lastChange: 'Letzte Änderung',
  actions: 'Aktionen',
  actionsFor: 'Aktionen für {name}',
  library: 'Bibliothek',
  nameOfLibrary: 'Name der Bibliothek',
  noFolder: 'Kein Ordner auf diesem Computer',
  progressOf: 'Fortschritt von {path}',
  states: 'Zustand der Bibliotheken',

  open: 'Öffnen',
  history: 'Verlauf',
  folder: 'Ordner',
  settings: 'Einstellungen',
  rename: 'Umbenennen',
  delete: 'Löschen',
  keyOpen: 'Eingabe',
  keyDelete: 'Entf',
  ownerOnly: 'nur für den Eigentümer',

  isDefault: 'Standard',
  encrypted: 'Verschlüsselt',
  encryptedMeaning:
    'Die Inhalte sind verschlüsselt; Namen, Größen und Zeiten sind es nicht. Schützt vor jemandem, der den Datenträger hat und das Passwort nicht errät, nicht vor Änderungen am Gespeicherten.',
  readOnly: 'Schreibgeschützt',
  readOnlyByAdmin:
    'Ein Administrator hat diese Bibliothek schreibgeschützt und kann den Schreibschutz aufheben.',
  readOnlyForYou: 'Du darfst diese Bibliothek lesen. Ihr Eigentümer kann dir erlauben, sie zu ändern.',

  parts: 'Teile der Bibliothek',
  trash: 'Papierkorb',
  fileCount: '{count, plural, one {#\u00a0Datei} other {#\u00a0Dateien}}',
  changed: 'geändert <time></time>',

  empty: 'Diese Bibliothek ist leer',
  emptyText:
    'Verknüpfe einen Ordner dieses Computers, um sie zu füllen, ziehe Dateien hierher oder verbinde ein Sync-Programm.',
  emptyUnlinkableText:
    'Ziehe Dateien hierher oder verbinde ein Sync-Programm. Ordner des Servers verknüpft, wer ihn verwaltet.',
  emptyLinkedText: 'Dateien erscheinen hier, sobald welche im verknüpften Ordner liegen.',
  emptiedText:
    'Was gelöscht wurde, ist in ihrem Papierkorb und ihrem Verlauf, solange sie aufbewahrt werden.',
  emptying: 'Dateien werden aus dem Ordner entfernt',
  emptyingText: 'Die Bibliothek ist leer, und {path} auf diesem Computer wird es gerade.',
  filling: 'Die ersten Dateien sind unterwegs',
  fillingText: 'Sie erscheinen hier, sobald sie gespeichert sind.',
  linkFolder: 'Ordner verknüpfen',

  newText: 'Eine leere Bibliothek, die du aus einem Ordner oder mit einem Sync-Programm füllst.',
  encrypt: 'Mit einem Passwort verschlüsseln',
  createFailed: 'Die Bibliothek wurde nicht angelegt.',
  create: 'Bibliothek anlegen',
  cancel: 'Abbrechen',

  nameText: 'Wie sie hier und in Sync-Programmen heißt.',
  description: 'Beschreibung',
  save: 'Speichern',
  saved: 'Gespeichert',
  folderText: 'Der Ordner auf diesem Computer, dessen Änderungen hier gespeichert werden.',
  historyText: 'Wie lange frühere Versionen und gelöschte Elemente bleiben.',
  retentionChanged: 'Aufbewahrung geändert',
  changeFailed: '„{name}“ wurde nicht geändert.',
  about: 'Info',
  aboutText: 'Für Sync-Programme und den Support.',
  libraryId: 'Bibliotheks-ID',
  copyId: 'Bibliotheks-ID kopieren',
  idCopied: 'Bibliotheks-ID kopiert',
  deleteText: 'Die Bibliothek kommt zu den gelöschten Bibliotheken und lässt sich von dort wiederherstellen.',
  deleteLibrary: 'Bibliothek löschen',
  deleteLibraryMore: 'Bibliothek löschen…',
  deleteAsk: 'Die Bibliothek „{name}“ löschen?',
  deleteEndsSaving:
    'Änderungen in {path} werden dann nicht mehr gesichert. Die Dateien darin bleiben, wie sie sind.',
  deleteNoFolder: 'Kein Ordner auf diesem Computer ist mit ihr verknüpft.',
  deleteHolds: '{count, plural, one {#\u00a0Datei} other {#\u00a0Dateien}} · {size}, und ihr Verlauf.',
  deleteStays:
    'Die Bibliothek liegt dann mit ihrem Verlauf bei den gelöschten Bibliotheken, solange du sie dort nicht endgültig entfernst.',
  deleteShared:
    'Bis du sie wiederherstellst, {count, plural, one {erreicht eine Person oder Gruppe} other {erreichen {count} Personen und Gruppen}} sie nicht mehr: {names}.',
  namesAndMore: '{names} und {count} weitere',
  folderStays:
    'Der Ordner auf dem Datenträger bleibt, wie er ist; seine Änderungen werden nicht mehr gespeichert.',

  keepHistoryFor: 'Verlauf aufbewahren',
  keepForAsked: 'Verlauf nur noch {span} lang aufbewahren?',
  keepCurrentAsked: 'Nur noch die aktuelle Version aufbewahren?',
  shorten: 'Verlauf verkürzen',
  shortenText:
    'Ältere Versionen und früher gelöschte Elemente sind sofort nicht mehr zu sehen. Eine längere Zeit bringt sie zurück, bis ihr Platz in der Verwaltung freigegeben wird; was sich in den letzten 24 Stunden geändert hat, wird nicht freigegeben. Die Dateien von heute bleiben, wie sie sind.',
  losesVersions:
    '{count, plural, one {#\u00a0frühere Version} other {#\u00a0frühere Versionen}} der Bibliothek',
  losesRoom: '{size}, die sich dann freigeben lassen',

  administrators: 'Administratoren',
  administratorsText: 'Was sie in dieser Bibliothek getan haben.',
  looked: '<admin></admin> hat <item></item> angesehen',
  downloaded: '<admin></admin> hat <item></item> heruntergeladen',
  made: '<admin></admin> hat <item></item> angelegt',
  deleted: '<admin></admin> hat <item></item> gelöscht',
  showOlder: 'Ältere anzeigen',

  deletedLibraries: 'Gelöschte Bibliotheken',
  loadingDeleted: 'Gelöschte Bibliotheken werden geladen',
  deletedNotLoaded: 'Die gelöschten Bibliotheken konnten nicht geladen werden.',
  noneDeleted: 'Keine gelöschten Bibliotheken',
  noneDeletedText:
    'Eine Bibliothek, die du löschst, bleibt hier, bis sie wiederhergestellt oder endgültig entfernt wird.',
  whenDeleted: 'Gelöscht',
  restore: 'Wiederherstellen',
  isBack: '„{name}“ ist wieder da',
  isBackFor: 'Geteilt wie zuvor mit: {names}.',
  restoreFailed: '„{name}“ wurde nicht wiederhergestellt.',
  remove: 'Entfernen…',
  removeAsked: '„{name}“ endgültig entfernen?',
  removeText:
    'Der ganze Inhalt ({size}) und der ganze Verlauf werden entfernt. Das lässt sich nicht rückgängig machen.',
  removeLibrary: 'Bibliothek entfernen',
  removed: '„{name}“ wurde endgültig entfernt',
  removeFailed: '„{name}“ wurde nicht entfernt.',

  actionDeleted: 'Löschen der Bibliothek „{name}“',
  renamed: '„{old}“ heißt jetzt „{name}“',
  actionRenamed: 'Umbenennen der Bibliothek „{old}“ zu „{name}“',
  actionChanged: 'Ändern von Name oder Beschreibung von „{name}“',
  actionRetention: 'Ändern der Aufbewahrung von „{name}“',
  wasDeleted: '„{name}“ wurde gelöscht',
  wasDeletedFor: 'Bis sie wiederhergestellt ist, erreichen sie nicht mehr: {names}.',
  folderUntouched:
    'Änderungen in ihrem Ordner werden nicht mehr gesichert. Der Ordner auf dem Datenträger wurde nicht angetastet.',
  deleteFailed: '„{name}“ wurde nicht gelöscht.',
};
