import type { en } from './messages-en.ts';

export const de: Record<keyof typeof en, string> = {
  cancel: 'Abbrechen',
  close: 'Schließen',
  retry: 'Erneut versuchen',
  details: 'Details',

  clashTitle: 'Dieser Name ist vergeben',
  sameForAll: 'Für alle {count} übrigen genauso verfahren',
  skip: 'Überspringen',
  replace: 'Ersetzen',
  keepBoth: 'Beide behalten',

  password: 'Passwort',
  passwordAgain: 'Passwort wiederholen',
  passwordLoss: 'Ohne das Passwort kann niemand die Inhalte lesen: Schreib es dir auf.',
  passwordHint: 'Mindestens {count} Zeichen. {warning}',
  passwordShort:
    '{count, plural, one {Es fehlt noch {count} Zeichen} other {Es fehlen noch {count} Zeichen}}.',
  passwordWeak:
    'Schwach: Wer den Datenträger hat, findet es durch Raten. Nimm sechs oder mehr Wörter, die nicht zusammengehören.',
  passwordFair: 'Mittel: Hält gegen einige Computer, die raten. Ein Wort mehr macht es stark.',
  passwordStrong: 'Stark, wenn sonst niemand es benutzt und es in keinem Buch oder Lied steht.',
  passwordsDiffer: 'Die beiden Passwörter sind verschieden.',

  nameOrEmail: 'Name oder E-Mail',
  peopleNotListed: 'Die Personen konnten nicht aufgelistet werden.',
  department: 'Abteilung',
  nobodyElse: 'Niemand sonst passt.',

  name: 'Name',
  rename: 'Umbenennen',
  nameMissing: 'Gib einen Namen ein, oder behalte mit Esc den alten.',
  typeToConfirm: 'Gib zur Bestätigung „{expected}“ ein',

  messages: 'Meldungen',
  dismiss: 'Ausblenden',
  undo: 'Rückgängig',
  actionIn: '{action} in „{place}“',
  notUndone: 'Nicht rückgängig gemacht: {what}',
  undone: '{what} rückgängig gemacht',
  undoAsk: '{what} rückgängig machen?',
  undoneThen: 'Das war {when}.',
  undoRemoves: 'Rückgängig gemacht wird: {what}, {when}. {fate}',
  removeAsk: '{count, plural, one {#\u00a0Datei} other {#\u00a0Dateien}} entfernen?',
  removeFiles: '{count, plural, one {#\u00a0Datei} other {#\u00a0Dateien}} entfernen',
  movedToTrash:
    '{count, plural, one {#\u00a0Datei wurde} other {#\u00a0Dateien wurden}} in den Papierkorb verschoben.',
  wentAway: '{count, plural, one {#\u00a0Datei} other {#\u00a0Dateien}} entfernt.',
  wentFromFolder:
    '{count, plural, one {#\u00a0Datei} other {#\u00a0Dateien}} aus der Bibliothek und aus {path} auf diesem Computer entfernt.',
  nothingToUndo: 'Hier gibt es nichts rückgängig zu machen',
  nothingToUndoText:
    'Was vor dem Laden dieser Seite oder anderswo getan wurde, lässt sich im Verlauf seiner Bibliothek rückgängig machen.',
  cannotUndo:
    'Nicht rückgängig gemacht: {what} lässt sich nicht mit einer Taste zurücknehmen. Was davor getan wurde, bleibt.',
  underWay: 'Nicht rückgängig gemacht: {what} läuft noch. Versuche es gleich noch einmal.',
  removeAndBringBackAsk:
    '{count, plural, one {#\u00a0Datei} other {#\u00a0Dateien}} entfernen und {others, plural, one {#} other {#}} zurückholen?',
  removeAndBringBack: '{gone} entfernen, {back} zurückholen',
  willBringBack:
    '{count, plural, one {#\u00a0Datei kommt} other {#\u00a0Dateien kommen}} zurück oder {count, plural, one {wird} other {werden}} wie vorher.',
  willLeaveAlone:
    '{count, plural, one {#\u00a0Element hat} other {#\u00a0Elemente haben}} sich seitdem geändert und {count, plural, one {bleibt, wie es} other {bleiben, wie sie}} jetzt {count, plural, one {ist} other {sind}}.',
  alsoFromFolder: 'Sie verschwinden aus der Bibliothek und aus <place>{path}</place> auf diesem Computer.',
  movedFromFolder:
    '{count, plural, one {#\u00a0Datei} other {#\u00a0Dateien}} aus der Bibliothek und aus {path} auf diesem Computer in den Papierkorb verschoben.',
  undonePart: '{what} rückgängig gemacht, aber nicht ganz',
  isUndone: 'Nichts mehr rückgängig zu machen: {what} ist es schon',
  leftItem: '„{name}“ bleibt, wie es ist. {reason}.',
  moreLeft: '{count, plural, one {# weiteres Element bleibt} other {# weitere Elemente bleiben}} auch so.',

  whatGoes: 'Was entfernt wird',
  fileCount: '{count, plural, one {#\u00a0Datei} other {#\u00a0Dateien}}',
  moreItems: '{count, plural, one {# weiteres} other {# weitere}}',
  stop: 'Anhalten',

  ctrl: 'Strg',
  shift: 'Umschalt',
  enter: 'Eingabe',
  space: 'Leertaste',
  del: 'Entf',
};
