import type { AmountRefusal } from '../../../src-shared/amount-refusals.ts';
import type { BackupRefusal } from '../../../src-shared/backup-refusals.ts';
import type { FolderRefusal } from '../../../src-shared/folder-refusals.ts';
import type { PasswordRefusal } from '../../../src-shared/password-refusals.ts';
import type { PathRefusal } from '../../../src-shared/path-refusals.ts';
import type { RestoreRefusal } from '../../../src-shared/restore-refusals.ts';
import type { SignInRefusal } from '../../../src-shared/sign-in-refusals.ts';

export const folder: Record<FolderRefusal, string> = {
  'not-absolute': 'Gib den ganzen Pfad des Ordners an, von der obersten Ebene des Datenträgers an.',
  'not-found': 'Einen solchen Ordner gibt es nicht. Prüfe den Pfad.',
  'not-a-folder': 'Das ist eine Datei. Wähle den Ordner, in dem sie liegt.',
  unreadable: 'Dein Konto darf diesen Ordner nicht lesen. Wähle einen anderen oder ändere seine Rechte.',
  'whole-disk': 'Das ist ein ganzer Datenträger. Wähle einen Ordner darauf.',
  'inside-data': 'Dieser Ordner gehört zu den eigenen Daten von Keepfold. Wähle einen anderen.',
  'around-data': 'Dieser Ordner enthält die eigenen Daten von Keepfold. Wähle einen, der das nicht tut.',
  'already-linked': 'Dieser Ordner ist schon verknüpft.',
  'inside-linked':
    'Dieser Ordner liegt in einem, der schon verknüpft ist; dort werden seine Dateien gesichert.',
  'around-linked': 'Dieser Ordner enthält einen, der schon verknüpft ist. Löse zuerst dessen Verknüpfung.',
  'library-ambiguous': 'Mehrere Bibliotheken haben diesen Namen. Gib die ID der gemeinten an.',
  'library-of-another':
    'Diese Bibliothek gehört {value}. Bitte darum, dass sie für dich zum Schreiben freigegeben wird, oder wähle eine andere.',
  'library-of-department':
    'Diese Bibliothek gehört einer Abteilung, in der du nicht bist. Werde Mitglied oder wähle eine andere Bibliothek.',
  'other-mark':
    'Der Ordner dort trägt das Kennzeichen eines anderen verknüpften Ordners. Ist er trotzdem der richtige, bestätige es.',
  'few-shared':
    'Der Ordner dort sieht nach einem anderen aus: Er enthält zu wenige der Dateien, die der verknüpfte Ordner hatte ({value}). Ist er trotzdem der richtige, bestätige es.',
  'not-writable':
    'Dein Konto darf in diesen Ordner nicht schreiben; er lässt sich deshalb nicht als der verknüpfte kennzeichnen. Ändere seine Rechte.',
};

export const backup: Record<BackupRefusal, string> = {
  'no-folder': 'Für das Backup ist noch kein Ordner gewählt. Wähle zuerst einen.',
  away: 'Der Ordner für das Backup ist nicht da. Schließe seinen Datenträger an oder lege den Ordner zuerst an und versuche es dann noch einmal.',
  running: 'Gerade wird ein Backup gemacht. Warte, bis es fertig ist.',
  'not-absolute': 'Gib den ganzen Pfad des Ordners an, von der obersten Ebene des Datenträgers an.',
  'not-a-folder': 'Das ist eine Datei. Wähle einen Ordner.',
  'whole-disk':
    'Das ist der ganze Datenträger des Systems. Wähle einen leeren Ordner auf einem anderen Datenträger.',
  unreadable: 'Dein Konto darf diesen Ordner nicht lesen. Wähle einen anderen oder ändere seine Rechte.',
  'not-writable':
    'Dein Konto darf in diesen Ordner nicht schreiben. Wähle einen anderen oder ändere seine Rechte.',
  'inside-data':
    'Dieser Ordner liegt in den eigenen Daten von Keepfold, und gerade die sollen kopiert werden. Wähle einen auf einem anderen Datenträger.',
  'around-data':
    'Dieser Ordner enthält die eigenen Daten von Keepfold, und gerade die sollen kopiert werden. Wähle einen auf einem anderen Datenträger.',
  'inside-linked': 'Dieser Ordner liegt in einem, den Keepfold sichert. Wähle einen außerhalb davon.',
  'around-linked': 'Dieser Ordner enthält einen, den Keepfold sichert. Wähle einen, der das nicht tut.',
  'not-empty': 'In diesem Ordner liegt schon anderes. Lege für das Backup einen leeren an und wähle den.',
  'of-another': 'Dieser Ordner enthält das Backup eines anderen Keepfold. Wähle einen leeren.',
  newer:
    'Das Backup in diesem Ordner kennt Versionen, die Keepfold vergessen hat. Behalte es, sieh in der Anleitung nach, wie du es verwendest, und wähle für das nächste Backup einen leeren Ordner.',
  'in-use': 'Ein Keepfold läuft auf diesem Backup. Beende es und versuche es noch einmal.',
  damaged:
    'Die eigene Datenbank von Keepfold ist beschädigt; das Backup bleibt deshalb, wie es war. Starte eine Prüfung und sieh in der Anleitung nach, was hilft.',
  'no-room':
    'Der Platz reicht nicht: Es fehlen {value}. Schaffe dort Platz oder wähle einen anderen Datenträger.',
  fault: 'Das Backup konnte nicht gemacht werden: {value}',
};

export const restore: Record<RestoreRefusal, string> = {
  'not-absolute': 'Gib den ganzen Pfad des Ordners an, von der obersten Ebene des Datenträgers an.',
  'not-found':
    'Dieser Ordner ist nicht da. Schließe seinen Datenträger an oder prüfe den Pfad und versuche es noch einmal.',
  'not-a-folder': 'Das ist eine Datei. Wähle den Ordner, der das Backup enthält.',
  'whole-disk': 'Das ist der ganze Datenträger des Systems. Wähle den Ordner, der das Backup enthält.',
  unreadable:
    'Dein Konto darf diesen Ordner nicht lesen. Ändere seine Rechte oder kopiere ihn an einen anderen Ort.',
  'inside-data':
    'Dieser Ordner liegt in den Daten, mit denen Keepfold gerade arbeitet. Wähle den Ordner, der das Backup enthält.',
  'around-data':
    'Dieser Ordner enthält die Daten, mit denen Keepfold gerade arbeitet. Wähle den Ordner, der das Backup enthält.',
  'inside-linked':
    'Dieser Ordner liegt in einem, den Keepfold sichert. Kopiere das Backup an einen Ort außerhalb und wähle den.',
  'around-linked':
    'Dieser Ordner enthält einen, den Keepfold sichert. Wähle den Ordner, der das Backup enthält.',
  'not-a-backup':
    'In diesem Ordner ist kein Backup. Wähle genau den Ordner, in dem „keepfold.db“, „heads.journal“ und „storage“ liegen.',
  newer:
    'Dieses Backup hat ein neueres Keepfold gemacht. Installiere dessen Version und versuche es noch einmal.',
  'in-use':
    'Ein Keepfold läuft auf diesem Backup oder macht es gerade. Warte, bis es fertig ist, oder beende es und versuche es noch einmal.',
  damaged:
    'Die Datenbank dieses Backups ist beschädigt. Kopiere den ganzen Ordner, stelle die Datenbank der Kopie mit „recover“ wieder her und wähle die Kopie.',
  'nothing-chosen': 'Es ist keine Bibliothek ausgewählt. Wähle mindestens eine.',
  'not-in-backup':
    'Eine dieser Bibliotheken ist nicht im Backup. Sieh noch einmal in den Ordner und wähle neu.',
  'encrypted-here':
    'Die Bibliothek „{value}“ ist verschlüsselt und war schon einmal hier. Ihr Passwort gehört zu ihrer ID; sie lässt sich deshalb nicht neben jene zurückholen.',
  'no-room':
    'Der Platz für die Daten von Keepfold reicht nicht: Es fehlen {value}. Schaffe Platz oder wähle weniger Bibliotheken.',
};

export const path: Record<PathRefusal, string> = {
  'not-empty': 'In „{value}“ liegt schon etwas. Wähle einen neuen oder einen leeren Ordner.',
  'inside-data': '„{value}“ liegt in den eigenen Daten von Keepfold. Wähle einen Ort außerhalb.',
  unusable: 'In „{value}“ lässt sich nicht schreiben. Wähle einen anderen Ort oder ändere seine Rechte.',
  'name-clash':
    '„{value}“ steht hier für zwei Elemente, weil für diesen Datenträger ihre Namen gleich sind. Wähle einen anderen Datenträger.',
  'same-name':
    '„{value}“ steht für zwei der Elemente, weil sie gleich heißen. Exportiere sie in getrennte Ordner.',
  'no-name':
    '„{value}“ ist die ganze Bibliothek und hat keinen Namen, unter dem sie liegen könnte. Wähle sie allein.',
  'not-a-file': 'An der Stelle von „{value}“ liegt etwas, das keine Datei ist. Verschiebe es zuerst.',
  relative: '„{value}“ ist kein ganzer Pfad. Gib ihn von der obersten Ebene des Datenträgers an.',
};

export const password: Record<PasswordRefusal, string> = {
  'too-costly':
    'Das Passwort dieser Bibliothek zu prüfen würde mehr Arbeitsspeicher oder Zeit brauchen, als dieser Server irgendwem gibt. Lege eine Bibliothek mit üblichen Einstellungen an, höchstens 128 MiB je Prüfung, und kopiere die Dateien mit dem Programm hinein, das diese angelegt hat.',
  again:
    'Gib dein Passwort noch einmal ein: Das hier reicht an die Festplatte des Computers, auf dem Keepfold läuft, oder lässt andere daran.',
  'none-set':
    'Dein Konto hat kein Passwort, nach dem gefragt werden könnte. Melde dich ab, melde dich mit einem neuen Link an und tu das hier innerhalb von zehn Minuten; den Befehl für einen Link zeigt die Seite zum Anmelden.',
};

export const amount: Record<AmountRefusal, string> = {
  'too-many-files':
    'Mehr als eine Million Dateien und Ordner würden auf einmal verglichen oder geändert, oder die Bibliothek enthielte mehr als 20 Millionen. Geh Ordner für Ordner vor oder bewahre einige davon in einer anderen Bibliothek auf.',
};

export const signIn: Record<SignInRefusal, string> = {
  'link-used': 'Dieser Anmeldelink ist schon benutzt. Jeder Link meldet einmal an.',
  'link-over':
    'Dieser Anmeldelink ist nicht gültig. Ein Link gilt 15 Minuten und nicht länger, als Keepfold läuft.',
};
