import type { en } from './messages-en.ts';

export const de: Record<keyof typeof en, string> = {
  addFolder: 'Ordner hinzufügen',
  linkFolder: 'Ordner verknüpfen',
  linkFolderTo: 'Einen Ordner mit „{library}“ verknüpfen',
  linkMeaning:
    'Seine Dateien bleiben, wo sie sind. Von jetzt an folgen der Ordner und seine Bibliothek einander.',
  relinkMeaning:
    'Ordner und Bibliothek werden gleich und folgen einander von da an: Jedes bekommt, was nur das andere hat, auch inzwischen Gelöschtes. Wo eine Datei abweicht, bleiben beide Fassungen, eine davon umbenannt.',
  markerFile:
    'Keepfold legt eine kleine versteckte Datei darin an, <code>.keepfold-folder</code>, um ihn wiederzuerkennen, wenn er verschoben wird.',
  whichFolder: 'Ordner auf diesem Computer',
  chooseFolder: 'Ordner auswählen…',
  pathExample: '/home/du/Dokumente',
  folders: 'Ordner',
  upTo: 'Nach oben zu <place>{folder}</place>',
  newFolder: 'Neuer Ordner…',
  newFolderName: 'Name des neuen Ordners',
  makeFolder: 'Anlegen',
  noSuchFolder: 'Es gibt keinen Ordner mit diesem Pfad.',
  noFoldersHere: 'Hier gibt es keine Ordner.',
  changeChoice: 'Ändern',
  continue: 'Weiter',
  cancel: 'Abbrechen',
  countingFiles: 'Dateien werden gezählt',
  countingContent: 'Der Inhalt wird gezählt…',
  libraryName: 'Name der Bibliothek',
  addFailed: 'Der Ordner wurde nicht hinzugefügt.',
  notRemembered: 'Das Passwort wurde nicht gespeichert',

  cannotBeAdded: 'Dieser Ordner kann nicht hinzugefügt werden',
  filesLabel: '{count, plural, one {Datei} other {Dateien}}',
  foldersLabel: '{count, plural, one {Ordner} other {Ordner}}',
  toStore: 'zu speichern',
  ignored: 'ausgeschlossen',
  over: 'über {amount}',
  worthKnowing: 'Gut zu wissen, bevor du ihn hinzufügst',

  encrypt: 'Mit einem Passwort verschlüsseln',
  libraryPassword: 'Passwort der Bibliothek',
  passwordNeeded: 'Die Bibliothek ist verschlüsselt, deshalb braucht der Ordner ihr Passwort.',
  passwordWrong: 'Dieses Passwort öffnet die Bibliothek nicht. Prüfe die Schreibweise.',
  remember: 'Auf diesem Computer speichern',
  rememberMeaning:
    'Im Schlüsselbund deines Benutzerkontos, nie in Keepfolds eigenen Dateien. Aus: Nach jedem Start wird danach gefragt.',
  noKeychain: 'Dieser Computer hat keinen Schlüsselbund, in dem es gespeichert werden kann.',
  unlockLibrary: '„{name}“ entsperren',
  unlockMeaning: 'Die Inhalte sind verschlüsselt. Mit dem Passwort folgen Ordner und Bibliothek einander.',
  unlock: 'Entsperren',
  unlocked: '„{name}“ ist entsperrt',
  unlockedForNow: 'Das Passwort wurde nicht gespeichert. {reason}',
  unlockFailed: 'Die Bibliothek wurde nicht entsperrt.',

  stateOfFolder: 'Zustand des Ordners',
  aboutFolder: 'Über den Ordner',
  sameOnBothSides: 'Ordner und Bibliothek haben denselben Inhalt.',
  sameButFiles:
    'Der Ordner und die Bibliothek enthalten dasselbe, bis auf {folders, plural, one {einen ausgelassenen Ordner} other {#\u00a0ausgelassene Ordner}} ({files, plural, one {#\u00a0Datei} other {#\u00a0Dateien}}).',
  sameButFolders:
    'Der Ordner und die Bibliothek enthalten dasselbe, bis auf {folders, plural, one {einen ausgelassenen Ordner} other {#\u00a0ausgelassene Ordner}}.',
  nothingKept: 'Nichts in diesem Ordner wird gesichert',
  mostNotKept: 'Das meiste in diesem Ordner wird nicht gesichert',
  allRuledOut:
    '{count, plural, one {Deine Regeln lassen die einzige Datei aus} other {Deine Regeln lassen alle #\u00a0Dateien aus}}. Was vorher gesichert wurde, bleibt in der Bibliothek.',
  mostRuledOut:
    'Deine Regeln lassen {count} von {of} Dateien aus. Was vorher gesichert wurde, bleibt in der Bibliothek.',
  editRulesNow: 'Regeln bearbeiten',
  restIsSame: 'Alles andere ist auf beiden Seiten gleich.',
  goOnWorking: 'Du kannst weiterarbeiten: Dateien werden nur gelesen oder ersetzt, wenn sie ruhen.',
  changesWait: 'Änderungen warten auf beiden Seiten und werden nachgeholt, sobald es weitergeht.',
  libraryKeeps: 'Die Bibliothek behält alles, was sie hat.',
  progressOf: 'Fortschritt von {library}',
  folderItself: 'Der Ordner selbst',

  stateAndActivity: 'Zustand und Aktivität',
  showFolder: 'Ordner anzeigen',
  scanForChanges: 'Jetzt nach Änderungen suchen',
  chooseSubfolders: 'Unterordner auswählen…',
  editRules: 'Ausschlussregeln bearbeiten…',
  folderHasMoved: 'Der Ordner liegt jetzt woanders…',
  unlinkFolder: 'Verknüpfung lösen…',
  actions: 'Aktionen für den Ordner',
  actionsFor: 'Aktionen für {library}',
  pause: 'Anhalten',
  resume: 'Fortsetzen',
  lookForChanges: 'Jetzt nach Änderungen suchen',
  changesQueued: '{count, plural, one {#\u00a0Änderung} other {#\u00a0Änderungen}} in der Warteschlange',
  serviceIsAway: 'Der Dienst antwortet gerade nicht.',
  decideInIssues: 'Unter „Offene Punkte“ entscheiden',
  showInIssues: 'Unter „Offene Punkte“ zeigen',
  attention: '<what>{title}.</what> {text}',
  stateRulesLink: 'Zustand, Regeln und Verknüpfung',
  noFolderLinked: 'Kein Ordner ist verknüpft.',
  adminsLinkFolders: 'Ordner des Servers verknüpft, wer ihn verwaltet.',
  linkAFolder: 'Ordner verknüpfen…',

  notResumed: 'Der Ordner „{folder}“ wurde nicht fortgesetzt.',
  notScanned: 'Der Ordner „{folder}“ wurde nicht durchsucht.',
  changesNotSaved: 'Die Änderungen im Ordner „{folder}“ wurden nicht gesichert.',
  notReverted: 'Die Dateien des Ordners „{folder}“ wurden nicht zurückgeholt.',
  notLocked: 'Der Ordner „{folder}“ wurde nicht gesperrt.',
  notPaused: 'Der Ordner „{folder}“ wurde nicht angehalten.',
  notUnlinked: 'Die Verknüpfung des Ordners „{folder}“ wurde nicht gelöst.',
  unlinked: '„{folder}“ ist nicht mehr verknüpft',
  bothStay: 'Änderungen im Ordner werden nicht mehr gesichert. Ordner und Bibliothek bleiben, wie sie sind.',
  actionUnlinked: 'Lösen des Ordners „{folder}“',

  isAway: 'Der Ordner ist nicht da',
  isAwayMeaning: 'Liegt er auf einem Laufwerk, dann schließe es an. Nichts davon gilt als gelöscht.',
  lookAgain: 'Noch einmal nachsehen',
  locate: 'Ordner suchen…',
  isLocked: 'Die Bibliothek ist gesperrt',
  isLockedMeaning:
    'Die Inhalte sind verschlüsselt. Gib das Passwort ein, dann folgen Ordner und Bibliothek einander wieder.',
  unlockMore: 'Entsperren…',
  notSaving: 'Änderungen in diesem Ordner werden nicht gesichert',
  tryAgain: 'Noch einmal versuchen',
  review: 'Ansehen…',

  notInStep:
    '{count, plural, one {#\u00a0Element ist} other {#\u00a0Elemente sind}} nicht auf dem neuesten Stand',
  notInStepList: 'Elemente, die nicht auf dem neuesten Stand sind',
  restInStep:
    'Alles andere ist auf dem neuesten Stand. Diese Elemente werden von selbst noch einmal versucht.',
  tryAllNow: 'Jetzt alle versuchen',
  since: 'seit: <when></when>',
  ignoreRulesMore: 'Ausschlussregeln…',
  subfoldersMore: 'Unterordner…',
  copyPath: 'Pfad von {name} kopieren',
  pathCopied: 'Pfad kopiert',
  andMore: 'und {count, plural, one {#\u00a0weiteres} other {#\u00a0weitere}}',
  firstOfOne: '<item>{path}</item>: {cause}',
  firstOfMany:
    '<item>{path}</item>: {cause} Und {count, plural, one {#\u00a0weiteres} other {#\u00a0weitere}}.',
  showAll: 'Alle anzeigen',
  foundLate: 'Änderungen in diesem Ordner werden spät gefunden',
  foundLateMeaning:
    'Das System lässt nicht zu, dass weitere Ordner beobachtet werden. Stattdessen wird alle paar Minuten nach Änderungen gesucht.',
  scanNow: 'Jetzt suchen',

  activity: 'Aktivität',
  lastActivity: 'Letzte Aktivität',
  loadingActivity: 'Die Aktivität wird geladen',
  activityFailed: 'Die Aktivität konnte nicht geladen werden.',
  nothingYet:
    'Nichts seit {when}; da begann diese Liste. Sie beginnt bei jedem Start von Keepfold neu; der Verlauf hat alles.',
  listBegins: 'Diese Liste beginnt mit dem Start von Keepfold oder der Verknüpfung des Ordners: {when}.',
  showMore: '{count, plural, one {#\u00a0weiteren Eintrag} other {#\u00a0weitere Einträge}} anzeigen',

  place: 'Ort',
  hasMoved: 'Liegt jetzt woanders…',
  content: 'Inhalt',
  fileCount: '{count, plural, one {#\u00a0Datei} other {#\u00a0Dateien}}.',
  scanned: 'Durchsucht: <when></when>.',
  lastSaved: 'Letzte Änderung gesichert: <when></when>.',
  notWatched: 'Das System meldet hier keine einzelnen Änderungen, deshalb wird regelmäßig danach gesucht.',
  subfolders: 'Unterordner',
  allInStep: 'Alle werden auf dem neuesten Stand gehalten.',
  leftOut: '{count, plural, one {#\u00a0ist} other {#\u00a0sind}} ausgelassen: <names>{folders}</names>',
  leftOutMore:
    '{count, plural, one {#\u00a0ist} other {#\u00a0sind}} ausgelassen: <names>{folders}</names> und {more, plural, one {#\u00a0weiterer} other {#\u00a0weitere}}',
  choose: 'Auswählen…',
  ignoreRules: 'Ausschlussregeln',
  rulesMeaning: 'Was Programme nur für sich selbst anlegen, wird nicht aufgenommen.',
  edit: 'Bearbeiten…',
  encryption: 'Verschlüsselung',
  encryptionNone: 'Nicht verschlüsselt.',
  encryptionLocked:
    'Verschlüsselt und gesperrt: Bis jemand sie entsperrt, wird nichts gelesen oder geschrieben.',
  encryptionRemembered: 'Verschlüsselt. Das Passwort liegt im Schlüsselbund dieses Computers.',
  encryptionUntilStop: 'Verschlüsselt. Wenn Keepfold beendet wird, wird sie wieder gesperrt.',
  lock: 'Sperren',
  link: 'Verknüpfung',
  linkState: 'Der Ordner und seine Bibliothek folgen einander.',
  unlink: 'Lösen',
  unlinkMore: 'Lösen…',
  unlinkAsk: 'Verknüpfung von „{folder}“ lösen?',
  unlinkMeaning: 'Änderungen in {path} werden dann nicht mehr gesichert.',
  unlinkStays: 'Die Dateien darin und die Bibliothek „{library}“ mit ihrem Verlauf bleiben, wie sie sind.',
  unlinkEncrypted:
    'Das lässt sich nicht mit einer Taste rückgängig machen: Um den Ordner wieder zu verknüpfen, braucht man das Passwort.',

  heldChanged: 'Inzwischen wartet etwas anderes, deshalb ist nichts geschehen. Das wartet jetzt.',
  heldNothing: 'Es wartet nichts mehr',
  heldNothingMeaning: 'Das wurde an anderer Stelle entschieden, oder der Ordner ist wieder, wie er war.',
  removedTitle:
    '{count, plural, one {#\u00a0Datei ist} other {#\u00a0Dateien sind}} auf einmal aus dem Ordner verschwunden',
  removedText:
    '{count, plural, one {Sie ist} other {Sie sind}} noch in der Bibliothek. Dort wird nichts gelöscht, bis du entscheidest.',
  removedList: 'Nicht mehr im Ordner',
  removedAccept: '{count, plural, one {#\u00a0Datei} other {#\u00a0Dateien}} auch aus der Bibliothek löschen',
  removedAccepting: '{count, plural, one {Sie kommt} other {Sie kommen}} in den Papierkorb der Bibliothek.',
  removedPuttingBack:
    '{count, plural, one {Sie wird} other {Sie werden}} wieder so in den Ordner geschrieben, wie die Bibliothek sie hat.',
  removedAccepted:
    '{count, plural, one {#\u00a0Datei wurde} other {#\u00a0Dateien wurden}} auch aus der Bibliothek gelöscht',
  actionRemovedAccepted:
    'Löschen von {count, plural, one {#\u00a0Datei} other {#\u00a0Dateien}} auch aus der Bibliothek',
  actionRewrittenAccepted:
    'Sichern von {count, plural, one {#\u00a0geänderter Datei} other {#\u00a0geänderten Dateien}}',
  acceptedTo: 'In „{library}“. Was vorher da war, ist in ihrem Papierkorb oder ihrem Verlauf.',
  undoInHistory: 'Im Verlauf der Bibliothek ist es zu sehen und lässt sich rückgängig machen.',
  removedReverted: '{count, plural, one {#\u00a0Datei} other {#\u00a0Dateien}} zurückholen',
  removedBack: '{count, plural, one {#\u00a0Datei ist} other {#\u00a0Dateien sind}} wieder im Ordner',
  departingTitle:
    'Die Bibliothek hat auf einmal {count, plural, one {#\u00a0Datei} other {#\u00a0Dateien}} dieses Ordners verloren',
  departingText:
    'Ein anderes Gerät oder eine andere Person hat {count, plural, one {sie} other {sie}} gelöscht. Auf diesem Computer wird nichts entfernt, bis du entscheidest.',
  departingList: 'Noch im Ordner, nicht mehr in der Bibliothek',
  departingAccept: '{count, plural, one {#\u00a0Datei} other {#\u00a0Dateien}} auch hier entfernen',
  departingAccepting: '{count, plural, one {Sie verschwindet} other {Sie verschwinden}} von diesem Computer.',
  departingAccepted:
    '{count, plural, one {#\u00a0Datei wird} other {#\u00a0Dateien werden}} aus dem Ordner entfernt',
  actionDepartingAccepted:
    'Entfernen von {count, plural, one {#\u00a0Datei} other {#\u00a0Dateien}} auch auf diesem Computer',
  departingUndoable:
    'Was der Papierkorb der Bibliothek noch hat, kommt auch hierher zurück, wenn es dort wiederhergestellt wird.',
  departingKeep: '{count, plural, one {#\u00a0Datei} other {#\u00a0Dateien}} in die Bibliothek zurückholen',
  departingKeeping:
    '{count, plural, one {Sie kommt} other {Sie kommen}} zurück in die Bibliothek, für alle, die sie haben.',
  departingKept:
    '{count, plural, one {#\u00a0Datei kommt} other {#\u00a0Dateien kommen}} zurück in die Bibliothek',
  rewrittenTitle:
    '{count, plural, one {#\u00a0Datei hat} other {#\u00a0Dateien haben}} sich auf einmal bis zur Unkenntlichkeit verändert',
  rewrittenText:
    'So sieht es aus, wenn ein Programm Dateien unlesbar macht. Die Bibliothek behält die Versionen von vorher, bis du entscheidest.',
  rewrittenList: 'Im Ordner überschrieben',
  rewrittenAccept: '{count, plural, one {#\u00a0geänderte Datei} other {#\u00a0geänderte Dateien}} sichern',
  rewrittenAccepting: 'Die neuen Inhalte werden zu den aktuellen Versionen.',
  rewrittenAccepted:
    '{count, plural, one {#\u00a0geänderte Datei wurde} other {#\u00a0geänderte Dateien wurden}} gesichert',
  rewrittenBack: '{count, plural, one {#\u00a0Datei ist} other {#\u00a0Dateien sind}} wieder wie vorher',
  rewrittenPuttingBack:
    'Die Versionen von vorher werden wieder in den Ordner geschrieben. Was jetzt da ist, bleibt im Verlauf.',
  heldFiles: '{count, plural, one {#\u00a0Datei} other {#\u00a0Dateien}} · {size}',
  nothingIsLost:
    'Der Verlauf behält jede Version. Du kannst sie auch später wiederherstellen, wie immer du dich entscheidest.',
  heldWhere: 'Bibliothek <name>{library}</name>, Ordner <place>{path}</place>',
  decideLater: 'Später entscheiden',

  rulesDescription:
    'Was diese Muster nennen, bleibt unangetastet: Es wird nicht in die Bibliothek aufgenommen und nicht aus ihr geschrieben.',
  rulesLoading: 'Die Regeln werden geladen',
  rulesLoadFailed: 'Die Regeln konnten nicht geladen werden.',
  rulesSaveFailed: 'Die Regeln wurden nicht gespeichert.',
  rulesSaved: 'Die Ausschlussregeln wurden gespeichert',
  actionRules: 'Ändern der Ausschlussregeln von „{folder}“',
  rulesFile:
    'Sie stehen in der Datei <code>seafile-ignore.txt</code> im Ordner, die gesichert und abgeglichen wird wie jede andere.',
  saveRules: 'Regeln speichern',
  patternsOffered: 'Durch die Bibliothek kamen Muster: {added} neu, {removed} entfallen',
  patternsOfferedMeaning:
    'Jemand hat sie anderswo geändert. Sie gelten hier erst, wenn du zustimmst; bis dahin gelten deine Muster weiter.',
  patternsAdded: 'Neu: {patterns}',
  patternsRemoved: 'Entfallen: {patterns}',
  usePatterns: 'Verwenden',
  patterns: 'Deine Muster, eins pro Zeile',
  patternsExample: '*.log\nDownloads/\nbuild/cache/',
  patternsHelp:
    '<code>*.log</code> nennt Dateien nach ihrer Endung, in jeder Tiefe. <code>Downloads/</code> mit einem Schrägstrich am Ende nennt einen Ordner nach seinem Pfad von ganz oben. <code>*</code> steht für Beliebiges, <code>?</code> für ein einzelnes Zeichen.',
  alwaysIgnored: 'Immer ausgeschlossen ({count, plural, one {# Muster} other {# Muster}})',
  alwaysIgnoredMeaning:
    'Halb geschriebene Dateien, Sperrdateien und Zwischenspeicher, die Programme für sich selbst anlegen.',
  rulesEffect: 'Was das Speichern ändert',
  effectFailed: 'Die Wirkung konnte nicht berechnet werden.',
  changeAPattern: 'Ändere ein Muster, um vor dem Speichern zu sehen, was es ausschließen würde.',
  countingEffect: 'Die Wirkung wird berechnet…',
  counting: 'Wird gezählt',
  noEffect: 'Für die jetzigen Dateien ändert das nichts.',
  badPatterns:
    '{count, plural, one {Zeile {lines} ist kein Muster. Berichtige oder entferne sie, um zu speichern.} other {Die Zeilen {lines} sind keine Muster. Berichtige oder entferne sie, um zu speichern.}}',
  newlyIgnored: 'Neu ausgeschlossen',
  newlyIgnoredExamples: 'Neu ausgeschlossen, zum Beispiel',
  newlyIgnoredMeaning: 'Bleibt, wo es ist. Änderungen daran werden nicht mehr gesichert.',
  newlyTaken: 'Neu aufgenommen',
  newlyTakenExamples: 'Neu aufgenommen, zum Beispiel',
  newlyTakenMeaning: 'Wird von jetzt an in der Bibliothek gesichert.',
  filesAndSize: '{count, plural, one {#\u00a0Datei} other {#\u00a0Dateien}} · {size}',

  subfoldersTitle: 'Unterordner auf diesem Computer',
  subfoldersMeaning: 'Wähle aus, was von „{folder}“ auf dem neuesten Stand gehalten wird.',
  subfoldersOf: 'Unterordner von {name}',
  readingFolder: 'Der Ordner wird gelesen…',
  noSubfolders: 'Hier gibt es keine Unterordner.',
  retry: 'Noch einmal versuchen',
  leaveOutMeaning:
    'Ein Ordner, den du auslässt, verschwindet von diesem Computer. Die Bibliothek behält ihn mit seinem Verlauf und bringt ihn zurück, wenn du ihn wieder auswählst.',
  goes: '{folders, plural, one {#\u00a0Unterordner verschwindet} other {#\u00a0Unterordner verschwinden}} von diesem Computer.',
  goesWithFiles:
    '{folders, plural, one {#\u00a0Unterordner} other {#\u00a0Unterordner}} mit {files, plural, one {#\u00a0Datei} other {#\u00a0Dateien}} ({size}) {folders, plural, one {verschwindet} other {verschwinden}} von diesem Computer.',
  goesMeaning: 'Die Bibliothek behält alles. Dateien darin, die sie noch nicht hat, bleiben, wo sie sind.',
  comes:
    '{folders, plural, one {#\u00a0Unterordner kommt} other {#\u00a0Unterordner kommen}} auf diesen Computer.',
  comesWithFiles:
    '{folders, plural, one {#\u00a0Unterordner} other {#\u00a0Unterordner}} mit {files, plural, one {#\u00a0Datei} other {#\u00a0Dateien}} ({size}) {folders, plural, one {kommt} other {kommen}} auf diesen Computer.',
  comesMeaning: 'Dateien, die schon da sind, bleiben; wo sich beide unterscheiden, werden beide behalten.',
  leaveOutAsk: '{count, plural, one {#\u00a0Datei} other {#\u00a0Dateien}} von diesem Computer entfernen?',
  leaveOutStays:
    'In der Bibliothek bleiben sie, mit allen Versionen. Sie kommen nach „{folder}“ zurück, sobald du die Ordner wieder anhakst.',
  leaveOutFiles: '{count, plural, one {#\u00a0Datei} other {#\u00a0Dateien}} entfernen',
  actionLeftOut: 'Auswahl der Ordner von „{folder}“',
  choiceSaved: 'Die Auswahl der Unterordner wurde gespeichert',
  choiceSaveFailed: 'Die Auswahl wurde nicht gespeichert.',
  saveChoice: 'Auswahl speichern',

  whereIsIt: 'Wo liegt „{folder}“ jetzt?',
  whereIsItMeaning: 'Sag, wohin du den Ordner verschoben hast. Bibliothek und Verlauf gehen weiter.',
  itWasAt: 'Vorher lag er hier: <place>{path}</place>',
  otherFolder: 'Das sieht nicht nach demselben Ordner aus',
  amSure: 'Ich bin sicher: Es ist der richtige',
  amSureMeaning:
    'Er wird mit der Bibliothek verglichen. Was fehlt, wird wieder geschrieben; wo sich beide unterscheiden, bleiben beide Versionen.',
  useAnyway: 'Trotzdem verwenden',
  useFolder: 'Diesen Ordner verwenden',
  relinked: 'Der Ordner ist an seinem neuen Ort verknüpft',
  notLinkedThere: 'Der Ordner wurde dort nicht verknüpft',
  relinkFailed: 'Der Ordner wurde dort nicht verknüpft.',
};
