import type { en } from './messages-en.ts';

export const de: Record<keyof typeof en, string> = {
  allLibraries: 'Alle Bibliotheken',
  library: 'Bibliothek',
  loading: 'Alle Bibliotheken werden geladen',
  notLoaded: 'Die Bibliotheken konnten nicht geladen werden.',
  searchByName: 'Nach Namen suchen',
  ownedBy: 'Eigentümer: {owner}',
  noMatch: 'Keine Bibliothek passt',
  noMatchText: 'Keine Bibliothek dieses Servers passt zum Filter. Vielleicht wurde sie gelöscht.',
  clearFilter: 'Filter aufheben',
  lookInDeleted: 'In den gelöschten nachsehen',
  none: 'Keine Bibliotheken',
  noneText: 'Auf diesem Server hat noch niemand eine Bibliothek.',

  chooseAll: 'Alle aufgelisteten auswählen',
  choose: '{name} auswählen',
  chooseNone: 'Auswahl aufheben',
  chosen: 'Ausgewählte Bibliotheken',
  libraries: '{count, plural, one {#\u00a0Bibliothek} other {#\u00a0Bibliotheken}}',

  name: 'Name',
  size: 'Größe',
  owner: 'Eigentümer',
  files: 'Dateien',
  historyKept: 'Aufbewahrung',
  lastChange: 'Letzte Änderung',
  actions: 'Aktionen',
  actionsFor: 'Aktionen für {name}',
  onlyOf: 'Nur Bibliotheken von {owner}',
  encrypted: 'Verschlüsselt',
  readOnly: 'Schreibgeschützt',
  working: 'Wird bearbeitet',

  openContents: 'Inhalt öffnen',
  isEncrypted: 'Bibliothek ist verschlüsselt',
  onlyThisOwner: 'Nur Bibliotheken dieses Eigentümers',
  rename: 'Umbenennen…',
  transfer: 'Übertragen…',
  allowChanges: 'Änderungen erlauben',
  makeReadOnly: 'Schreibschutz setzen',
  retention: 'Aufbewahrung…',
  delete: 'Löschen',
  keyOpen: 'Eingabe',
  keyDelete: 'Entf',

  newLibrary: 'Neue Bibliothek',
  newText: 'Eine leere Bibliothek für jemanden.',
  create: 'Bibliothek anlegen',
  cancel: 'Abbrechen',
  createFailed: 'Die Bibliothek wurde nicht angelegt.',
  madeFor: '„{name}“ wurde für {owner} angelegt',
  renameTitle: '„{name}“ umbenennen',

  transferOne: '„{name}“ übertragen',
  transferMany: '{count, plural, one {#\u00a0Bibliothek} other {#\u00a0Bibliotheken}} übertragen',
  transferText:
    'Freigaben an andere enden, und der neue Eigentümer muss seine Sync-Programme neu einrichten.',
  newOwner: 'Neuer Eigentümer',
  transferNow: 'Übertragen',

  retentionOfOne: 'Aufbewahrung von „{name}“',
  retentionOfMany: 'Aufbewahrung von {count, plural, one {#\u00a0Bibliothek} other {#\u00a0Bibliotheken}}',
  retentionText: 'Wie lange frühere Versionen und gelöschte Elemente bleiben.',
  keepFor: 'Verlauf aufbewahren',
  setRetention: 'Aufbewahrung festlegen',
  continue: 'Weiter…',
  shorten: 'Verlauf verkürzen',
  keepForAsked: 'Verlauf nur noch {span} lang aufbewahren?',
  keepCurrentAsked: 'Nur noch die aktuelle Version aufbewahren?',
  severalLibraries: '{count} Bibliotheken',
  shortenText:
    'Sobald aufgeräumt wurde, lassen sich ältere Versionen und früher gelöschte Elemente nicht mehr wiederherstellen. Die Dateien von heute bleiben, wie sie sind.',

  renameDone: '{count, plural, one {„{name}“ wurde umbenannt} other {#\u00a0Bibliotheken umbenannt}}',
  transferDone: '{count, plural, one {„{name}“ wurde übertragen} other {#\u00a0Bibliotheken übertragen}}',
  openDone:
    '{count, plural, one {„{name}“ ist für Änderungen geöffnet} other {#\u00a0Bibliotheken für Änderungen geöffnet}}',
  closeDone:
    '{count, plural, one {„{name}“ ist jetzt schreibgeschützt} other {#\u00a0Bibliotheken sind jetzt schreibgeschützt}}',
  retainDone:
    '{count, plural, one {Die Aufbewahrung von „{name}“ wurde geändert} other {Die Aufbewahrung von #\u00a0Bibliotheken wurde geändert}}',
  removeAsk: '{count, plural, one {Die Bibliothek „{name}“} other {#\u00a0Bibliotheken}} löschen?',
  removeMeaning:
    'Änderungen in Ordnern, die mit ihnen verknüpft sind, werden nicht mehr gesichert. Sie liegen dann mit ihrem Verlauf bei den gelöschten Bibliotheken, solange sie dort nicht endgültig entfernt werden.',
  removeAction: '{count, plural, one {Bibliothek} other {#\u00a0Bibliotheken}} löschen',
  removeDone: '{count, plural, one {„{name}“ wurde gelöscht} other {#\u00a0Bibliotheken gelöscht}}',

  renameFailed:
    '{count, plural, one {Die Bibliothek wurde nicht umbenannt} other {{failed} von #\u00a0Bibliotheken nicht umbenannt}}',
  transferFailed:
    '{count, plural, one {Die Bibliothek wurde nicht übertragen} other {{failed} von #\u00a0Bibliotheken nicht übertragen}}',
  openFailed:
    '{count, plural, one {Die Bibliothek wurde nicht für Änderungen geöffnet} other {{failed} von #\u00a0Bibliotheken nicht für Änderungen geöffnet}}',
  closeFailed:
    '{count, plural, one {Die Bibliothek wurde nicht schreibgeschützt} other {{failed} von #\u00a0Bibliotheken nicht schreibgeschützt}}',
  retainFailed:
    '{count, plural, one {Die Aufbewahrung der Bibliothek wurde nicht geändert} other {Aufbewahrung bei {failed} von #\u00a0Bibliotheken nicht geändert}}',
  removeFailed:
    '{count, plural, one {Die Bibliothek wurde nicht gelöscht} other {{failed} von #\u00a0Bibliotheken nicht gelöscht}}',
  renameActionName: 'Umbenennen von {count, plural, =1 {„{name}“} other {#\u00a0Bibliotheken}}',
  transferActionName: 'Übergeben von {count, plural, =1 {„{name}“} other {#\u00a0Bibliotheken}}',
  openActionName: 'Freigeben von {count, plural, =1 {„{name}“} other {#\u00a0Bibliotheken}} für Änderungen',
  closeActionName: 'Sperren von {count, plural, =1 {„{name}“} other {#\u00a0Bibliotheken}} für Änderungen',
  retainActionName: 'Ändern der Aufbewahrung von {count, plural, =1 {„{name}“} other {#\u00a0Bibliotheken}}',
  removeActionName: 'Löschen von {count, plural, =1 {„{name}“} other {#\u00a0Bibliotheken}}',
  undoFailed:
    '{count, plural, one {Die Änderung der Bibliothek wurde nicht rückgängig gemacht} other {{failed} von #\u00a0Änderungen nicht rückgängig gemacht}}',
  nothingChanged: 'Es wurde nichts geändert.',
  othersChanged: 'Bei den anderen hat es geklappt.',
  close: 'Schließen',
};
