import type { en } from './messages-en.ts';

export const de: Record<keyof typeof en, string> = {
  step: 'Schritt {step} von 4',
  whatToKeep: 'Was sollen wir sichern?',
  keepThis: 'Diesen Ordner sichern?',
  saving: '„{library}“ wird gesichert',
  isSafe: 'Im Verlauf: {count, plural, one {#\u00a0Datei} other {#\u00a0Dateien}}',
  lead: 'Von jetzt an wird jede Version der Dateien behalten, und alles lässt sich zurückholen. Die Dateien bleiben, wo sie sind.',

  lookingForFolders: 'Deine Ordner werden gesucht',
  suggestions: 'Vorgeschlagene Ordner',
  counting: 'Wird gezählt…',
  notCounted: 'Konnte nicht gezählt werden',
  chooseAnotherMore: 'Anderen Ordner auswählen…',
  startEmpty: 'Mit einer leeren Bibliothek beginnen',
  whichFolder: 'Ordner auf diesem Computer',
  continue: 'Weiter',
  lookFailed: 'Der Ordner konnte nicht angesehen werden.',

  countingFiles: 'Dateien werden gezählt',
  countingContent: 'Der Inhalt wird gezählt…',
  chooseAnother: 'Anderen Ordner auswählen',
  name: 'Name',
  nameMeaning: 'So heißt die Bibliothek, die „{folder}“ aufbewahrt.',
  addFailed: 'Der Ordner wurde nicht hinzugefügt.',
  notRemembered: 'Das Passwort wurde nicht gespeichert',
  back: 'Zurück',
  keepSafe: 'Sichern',

  defaultsFailed: 'Es ist nicht bekannt, was eine neue Bibliothek behält.',
  facts: 'Was Keepfold damit macht',
  canChangeLater: 'Das kannst du später ändern.',
  staysHere: 'Bleibt auf diesem Computer',
  staysThere: 'Bleibt auf dem Computer, auf dem Keepfold läuft',
  staysMeaning:
    'Der Ordner bleibt, wo er ist, und sein Verlauf wird auf demselben Computer aufbewahrt. Nichts geht in eine Cloud.',
  skipsCaches: 'Lässt Zwischenspeicher und <code>node_modules</code> aus',
  showList: 'Liste anzeigen',
  hideList: 'Liste ausblenden',
  skipped: 'Was ausgelassen wird',
  leftOut:
    '{count, plural, =0 {Dieser Ordner enthält nichts davon.} one {#\u00a0Element dieses Ordners wird ausgelassen.} other {#\u00a0Elemente dieses Ordners werden ausgelassen.}}',

  goOnWorking:
    'Du kannst diese Seite verlassen und im Ordner weiterarbeiten: Das Sichern geht von selbst weiter.',
  showInIssues: 'Unter „Offene Punkte“ zeigen',
  notSavedYet:
    '{count, plural, one {#\u00a0Element konnte} other {#\u00a0Elemente konnten}} noch nicht gesichert werden',
  notSavedYetMeaning: 'Auf der Seite des Ordners steht, warum, und wann es wieder versucht wird.',
  showThem: 'Anzeigen',
  browse: 'Dateien durchsehen',
  browseSaved: 'Schon Gesichertes durchsehen',
  history: 'Verlauf',
  addAnother: 'Weiteren Ordner hinzufügen',
  connectMore: 'Telefon oder Client verbinden…',
  goHome: 'Zum Start',
  firstPage: 'Die erste Seite des Verlaufs',
  savedSoFar: 'Bisher {count, plural, one {#\u00a0Datei} other {#\u00a0Dateien}} gesichert',

  connectTitle: 'Telefon oder Seafile-Client verbinden',
  connectMeaning:
    'Die offiziellen Seafile-Apps für Computer und Telefone synchronisieren mit Keepfold wie mit einem Seafile-Server.',
  addressUnknown: 'Die Adresse ist nicht bekannt.',
  server: 'Server',
  copyAddress: 'Serveradresse kopieren',
  addressCopied: 'Serveradresse kopiert',
  account: 'Konto',
  accountMeaning:
    'E-Mail und Passwort eines Kontos auf diesem Server. Du bist <who>{email}</who>; ein Konto mit Passwort legt dieser Befehl an: <code>{command}</code>',
  accountMeaningIn:
    'E-Mail und Passwort eines Kontos auf diesem Server. Du bist <who>{email}</who>; ein Konto mit Passwort legt dieser Befehl im Ordner <code>{folder}</code> an: <code>{command}</code>',
  library: 'Bibliothek',
  libraryMeaning:
    'Wähle sie in der App aus. Clients merken sich die Adresse zu jeder Bibliothek, lass deshalb den Port gleich.',
  onlyThisComputer:
    'Diese Adresse erreichen nur Programme auf diesem Computer. Für Telefone und andere Computer starte Keepfold mit <code>--host</code> und der Adresse dieses Computers in deinem Netzwerk, hinter einem HTTPS-Proxy.',
  close: 'Schließen',

  usedBefore: 'Keepfold schon einmal benutzt?',
  haveFolder: 'Ich habe einen Datenordner',
  restoreBackup: 'Aus einem Backup wiederherstellen',
  useFolder: 'Vorhandenen Datenordner verwenden',
  existingMeaning: 'Keepfold arbeitet mit einem einzigen Datenordner und erfährt beim Start, mit welchem.',
  copyBackup:
    'Kopiere den ganzen Datenordner aus deiner Sicherung auf diesen Computer, und lass die Sicherung, wie sie ist. Ein Datenordner enthält <code>keepfold.db</code>, <code>heads.journal</code> und <code>storage</code>.',
  rightFolder:
    'Vergewissere dich, dass es der richtige ist: Ein Datenordner enthält <code>keepfold.db</code>, <code>heads.journal</code> und <code>storage</code>.',
  quit: 'Beende Keepfold.',
  startWith: 'Starte es mit diesem Ordner: <code>{command}</code>',
  recover:
    'Fehlt die Datenbank oder ist sie beschädigt, dann erzeuge sie neu aus den Inhalten, während Keepfold nicht läuft: <code>{command}</code>',
  withoutKeepfold:
    'Ohne Keepfold liest <code>restore-without-keepfold.mjs</code> im Datenordner alles, was nicht verschlüsselt ist. Dazu braucht es nur Node.',
};
