import type { en } from './messages-en.ts';

export const de: Record<keyof typeof en, string> = {
  none: 'Noch wird nichts auf einen anderen Datenträger kopiert. Der Verlauf schützt vor Fehlern, aber nicht vor einem Datenträger, der kaputtgeht.',
  chooseFolder: 'Ordner auswählen…',
  loading: 'Der Stand des Backups wird geladen',
  unknown: 'Es ist nicht bekannt, wie es um das Backup steht.',
  daily: 'Jeden Tag sichern',
  dailyText: 'Einen Tag nach dem letzten Backup, solange Keepfold läuft. Nur Neues wird kopiert.',
  now: 'Jetzt sichern',
  stop: 'Kein Backup mehr machen',
  stopped: 'Es wird kein Backup mehr gemacht',
  stoppedText: 'Was kopiert wurde, bleibt in {folder}.',
  undo: 'Rückgängig',
  cancel: 'Abbrechen',
  use: 'Diesen Ordner nehmen',

  looking: 'Neues wird gesucht',
  copying: 'Wird kopiert: {done} von {total}',
  progress: 'Fortschritt des Backups',
  last: 'Letztes Backup <time></time>: {size} kopiert',
  lastWithoutNew: 'Letztes Backup <time></time>: nichts war neu',
  never: 'In diesem Ordner wurde noch kein Backup gemacht.',

  dialogTitle: 'Wo soll das Backup sein?',
  dialogText:
    'Wähle einen leeren Ordner auf einem anderen Datenträger. Er wird eine vollständige Kopie der Daten von Keepfold, mit allen Bibliotheken und ihrem Verlauf.',
  whichFolder: 'Ordner für das Backup',
  notThere: 'Das Backup kann dort nicht sein',
  notSet: 'Der Ordner wurde nicht gesetzt.',
  notChanged: 'Das Backup wurde nicht geändert.',
  notBegun: 'Das Backup wurde nicht begonnen.',

  failedTitle: 'Das letzte Backup ist fehlgeschlagen',
  awayTitle: 'Der Ordner des Backups ist nicht da',
  awayText: 'Schließe seinen Datenträger an. Das Backup darauf bleibt, wie es ist.',
  otherMeanwhile: 'Etwas anderes war im Gange. Binnen einer Stunde wird es wieder versucht.',
  wholeDisk:
    'Das ist der ganze Datenträger des Systems. Wähle einen leeren Ordner auf einem anderen Datenträger.',
  unreadable: 'Der Ordner kann nicht gelesen werden. Wähle einen anderen oder ändere seine Rechte.',
  notWritable: 'In den Ordner kann nicht geschrieben werden. Wähle einen anderen oder ändere seine Rechte.',
  insideData:
    'Der Ordner liegt in Keepfolds eigenen Daten oder um sie herum. Wähle einen auf einem anderen Datenträger.',
  insideLinked:
    'Der Ordner liegt in einem Ordner, den Keepfold sichert, oder um einen herum. Wähle einen anderen.',
  notEmpty: 'In diesem Ordner ist anderes, und das Backup nicht. Wähle einen leeren Ordner.',
  ofAnother: 'Der Ordner enthält das Backup eines anderen Keepfold. Wähle einen leeren.',
  newer:
    'Das Backup kennt Versionen, die hier vergessen sind; darum wird nichts überschrieben. Wähle für das nächste einen leeren Ordner, und sieh in der Anleitung nach, wie du dieses verwendest.',
  inUse: 'Ein Keepfold läuft auf diesem Backup. Beende es und versuche es noch einmal.',
  damaged:
    'Keepfolds eigene Datenbank ist beschädigt; darum bleibt das Backup, wie es war. Starte eine Prüfung, und sieh in der Anleitung nach, was hilft.',
  noRoom: 'Auf seinem Datenträger ist zu wenig Platz. Schaffe dort Platz oder wähle einen anderen.',

  restoreOpen: 'Aus einem Backup wiederherstellen…',
  restoreTitle: 'Aus einem Backup wiederherstellen',
  restoreText:
    'Wähle den Ordner eines Backups und sieh nach, was darin ist. In diesem Ordner wird nichts geändert.',
  whichBackup: 'Ordner des Backups',
  look: 'Hineinsehen',
  whole: 'Ein ganzes Backup verwenden…',
  wholeText: 'Bibliotheken kommen mit ihrem Verlauf zurück. Mit Konten, Freigaben und Einstellungen:',
  notRestorable: 'Von dort lässt sich nichts zurückholen',
  notRestored: 'Es wurde nichts zurückgeholt.',
  back: 'Zurück',
  madeAt: 'Gemacht <time></time>, in {folder}',
  emptyBackup: 'In diesem Backup sind keine Bibliotheken.',
  inBackup: 'Bibliotheken im Backup',
  encrypted: 'Verschlüsselt',
  hereSame: 'Hier, genauso',
  hereNewer: 'Hier, und neuer',
  hereOlder: 'Hier, aber älter',
  hereOther: 'Hier, und anders',
  hereDeleted: 'Hier gelöscht',
  ofDepartment: 'eine Abteilung',
  libraryFacts: '{count, plural, one {#\u00a0Datei} other {#\u00a0Dateien}}, {size}',
  comesBackAs: 'Kommt als „{name}“ zurück, neben dem, was hier ist.',
  becomesYours: 'Wird deine, weil ihr Besitzer hier kein Konto hat.',
  refusedEncrypted:
    'Kann nicht neben die zurückgeholt werden, die hier war: Das Passwort einer verschlüsselten Bibliothek gehört zu ihrer Kennung.',
  restoreMeaning:
    'Bibliotheken kommen mit ihrem ganzen Verlauf und Papierkorb zurück. Nichts, was hier ist, wird geändert; Freigaben und Links kommen nicht mit.',
  restoreCount:
    '{count, plural, =0 {Wiederherstellen} one {#\u00a0Bibliothek wiederherstellen} other {#\u00a0Bibliotheken wiederherstellen}}',
  beginning: 'Das Backup wird durchgesehen',
  restoring: 'Wird wiederhergestellt: {done} von {total}',
  restoringText:
    'Jede Bibliothek ist zu sehen, sobald sie ganz hier ist. Es geht weiter, wenn du diese Seite verlässt.',
  restoreProgress: 'Fortschritt der Wiederherstellung',
  cancelRestore: 'Wiederherstellung abbrechen',
  goOn: 'Im Hintergrund weitermachen',
  done: 'Fertig',
  restored: '{count, plural, one {#\u00a0Bibliothek ist zurück:} other {#\u00a0Bibliotheken sind zurück:}}',
  unreadableObjects:
    '{count, plural, one {#\u00a0Stück} other {#\u00a0Stücke}} davon konnten nicht gelesen werden',
  unreadableMeaning: 'Das Backup ist dort beschädigt. Alles andere ist heil; eine Prüfung nennt, was fehlt.',
  libraryNotRestored: '„{name}“ wurde nicht zurückgeholt',
  historyDamaged:
    'Ihr Verlauf im Backup ist beschädigt oder nicht vollständig. Versuche es mit einem anderen Backup.',
  restoreCanceled: 'Die Wiederherstellung wurde abgebrochen. Bibliotheken, die vollständig waren, bleiben.',
  restoreFailed: 'Die Wiederherstellung ist fehlgeschlagen',
  busyWithBackup:
    'Ein Backup oder ein Aufräumen ist im Gange. Warte, bis es fertig ist, und versuche es noch einmal.',

  newsLast: 'Das letzte Backup wurde {when} gemacht.',
  newsNever: 'Noch wurde kein Backup gemacht.',
  newsRunning: 'Ein Backup wird gerade gemacht.',
  overdue: 'Seit {count, plural, one {#\u00a0Tag} other {#\u00a0Tagen}} kein Backup',
  toSettings: 'Einstellungen des Backups',
};
