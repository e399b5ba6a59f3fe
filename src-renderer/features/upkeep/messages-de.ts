import type { en } from './messages-en.ts';

export const de: Record<keyof typeof en, string> = {
  loadingStorage: 'Speicher wird geladen',
  storageNotLoaded: 'Der Speicher konnte nicht untersucht werden.',
  takesRoom: 'Was Platz belegt',
  measured:
    '{size} in {count, plural, one {#\u00a0Bibliothek} other {#\u00a0Bibliotheken}}, vor der Komprimierung. Gemessen <time></time>.',
  notMeasured:
    'Noch nicht gemessen. Dazu werden die Ordnereinträge jeder Bibliothek gelesen, was eine Weile dauert.',
  measureNow: 'Jetzt messen',
  measureAgain: 'Neu messen',
  measuring: 'Speicher wird gemessen',
  live: 'Dateien von heute',
  history: 'Frühere Versionen',
  trash: 'Papierkorb',
  reclaimable: 'Kann frei werden',
  young: 'Gerade hochgeladen',
  storageOfAll: 'Speicher aller Bibliotheken',
  storageByLibrary: 'Speicher nach Bibliothek',
  storageOf: 'Speicher von {name}',
  library: 'Bibliothek',
  share: 'Anteil',
  showAll: '{count, plural, one {#\u00a0Bibliothek} other {Alle #\u00a0Bibliotheken}} anzeigen',
  unmeasured:
    '{count, plural, one {#\u00a0Bibliothek konnte} other {#\u00a0Bibliotheken konnten}} nicht gemessen werden',
  unmeasuredText: 'Teile davon sind nicht lesbar. Eine vollständige Prüfung zeigt, welche.',

  whatIf: 'Was wäre, wenn',
  whatIfText: 'Was ein kürzerer Verlauf frei machen würde. Die Frage allein ändert nichts.',
  ifKept: 'Angenommene Aufbewahrung',
  keptIn: 'Bibliothek',
  inEvery: 'Jede, die länger aufbewahrt',
  workOut: 'Berechnen',
  wouldFree:
    '<size>{bytes}</size> könnten in {libraries, plural, one {#\u00a0Bibliothek} other {#\u00a0Bibliotheken}} frei werden, davon {anyhow} ohnehin. {versions, plural, one {#\u00a0Version ließe} other {#\u00a0Versionen ließen}} sich nicht mehr ansehen.',
  wouldChangeNothing: 'Nichts würde sich ändern: Keine Bibliothek bewahrt länger auf.',
  whatIfFailed: 'Das ließ sich nicht berechnen.',

  cleanUp: 'Aufräumen',
  cleanUpText:
    'Gibt frei, was weder eine Datei von heute noch eine Version noch ein gelöschtes Element braucht.',
  lastCleanUp:
    'Zuletzt aufgeräumt <time></time>: {removed} Inhalt entfernt, {freed} auf dem Datenträger frei geworden.',
  noCleanUp: 'Es wurde noch nie aufgeräumt.',
  seeFree: 'Nachsehen, was frei werden kann',
  nothingToFree: 'Nichts kann frei werden.',
  canBeFreed:
    '<size>{bytes}</size> können frei werden: {objects, plural, one {#\u00a0Objekt, das} other {#\u00a0Objekte, die}} in {libraries, plural, one {#\u00a0Bibliothek} other {#\u00a0Bibliotheken}} nichts mehr braucht.',
  waitsForClock: 'Vorerst läuft nichts ab',
  waitsForClockText:
    'Die Uhr dieses Computers ist gesprungen, oder er war lange aus. Nach einem Tag Betrieb geht es mit der Aufbewahrung weiter.',
  leftOut: '{count, plural, one {#\u00a0Bibliothek} other {#\u00a0Bibliotheken}} ausgelassen',
  leftOutText: 'Beschädigt oder älter als das, was gespeichert wurde. Starte eine vollständige Prüfung.',
  planFailed: 'Was frei werden kann, ließ sich nicht ermitteln.',
  free: '{size} frei machen',
  notNow: 'Nicht jetzt',
  cancel: 'Abbrechen',

  integrity: 'Unversehrtheit',
  integrityText: 'Ob alles, was je gespeichert wurde, noch da ist, ganz und unverändert.',
  verified: 'Geprüft <time></time>, {count, plural, one {#\u00a0Problem} other {#\u00a0Probleme}}.',
  notVerified: 'Noch nicht geprüft.',
  checkedFully:
    '{objects, plural, one {#\u00a0Objekt} other {#\u00a0Objekte}} in {libraries, plural, one {#\u00a0Bibliothek} other {#\u00a0Bibliotheken}}, {size} gelesen und verglichen.',
  checkedQuickly:
    '{objects, plural, one {#\u00a0Objekt} other {#\u00a0Objekte}} in {libraries, plural, one {#\u00a0Bibliothek} other {#\u00a0Bibliotheken}}, ohne die Inhalte zu lesen.',
  problems: 'Probleme',
  untrueCount:
    'Nicht beschädigt, aber unwahr: {count, plural, one {#\u00a0Eintrag} other {#\u00a0Einträge}}, die neuere Versionen nicht annehmen.',
  untrue: 'Unwahre Einträge',
  untrueTime: 'eine Zeit, die kein Kalender kennt',
  untrueSize: 'eine andere Größe im Ordner, als die Datei hat',
  untruePath: 'ein Pfad von mehr als 4.096 Bytes',
  untrueDepth: 'zu tief verschachtelte Ordner',
  untrueEntries: 'Ordner, die einander immer wieder nennen',
  check: 'Prüfung',
  quickCheck: 'Schnell prüfen',
  fullCheck: 'Alles lesen und prüfen',

  loadingJobs: 'Aufgaben werden geladen',
  jobsNotLoaded: 'Die Aufgaben konnten nicht geladen werden.',
  noJobs: 'Noch ist nichts gelaufen',
  noJobsText:
    'Prüfungen, Aufräumen und Kopien zwischen Bibliotheken erscheinen hier, während sie laufen und danach.',
  goToStorage: 'Zum Speicher',
  running: 'Läuft gerade',
  recent: 'Zuletzt',
  progress: '{done} von {total}',
  notStarted: '„{job}“ wurde nicht gestartet.',
  notCancelled: '„{job}“ wurde nicht abgebrochen.',
};
