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

  newsLast: 'Das letzte Backup wurde {when} gemacht.',
  newsNever: 'Noch wurde kein Backup gemacht.',
  newsRunning: 'Ein Backup wird gerade gemacht.',
  overdue: 'Seit {count, plural, one {#\u00a0Tag} other {#\u00a0Tagen}} kein Backup',
  toSettings: 'Einstellungen des Backups',
};
