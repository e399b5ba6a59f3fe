import { START_REFUSALS } from '../../app/start-error.ts';
import type { CommitCounts, ShellMessages } from './shell-messages.ts';

const folders = (count: number): string => `${count} Ordner`;

function change({ added, modified, removed, renamed }: CommitCounts): string {
  const counts = [
    [added, 'hinzugefügt'],
    [modified, 'geändert'],
    [removed, 'entfernt'],
    [renamed, 'umbenannt'],
  ] as const;
  const done = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return done.length === 0 ? 'ohne geänderte Dateien' : done.join(', ');
}

/** The service's own words below these say which folder or port it is. */
const REFUSALS: Readonly<Record<number, string>> = {
  [START_REFUSALS['data-dir-unusable']]: 'Der Datenordner lässt sich nicht benutzen.',
  [START_REFUSALS['data-dir-in-use']]: 'Der Datenordner wird von einem anderen Keepfold benutzt.',
  [START_REFUSALS['port-taken']]:
    'Der Port ist nicht frei. Beende das Programm, das ihn benutzt, oder wähle mit --port einen anderen.',
};
const OTHER_REFUSAL = 'Der Bibliotheksdienst ließ sich nicht starten.';

export const de: ShellMessages = {
  language: 'de',
  roles: {
    about: 'Über Keepfold',
    services: 'Dienste',
    hide: 'Keepfold ausblenden',
    hideOthers: 'Andere ausblenden',
    unhide: 'Alle einblenden',
    undo: 'Rückgängig',
    redo: 'Wiederholen',
    cut: 'Ausschneiden',
    copy: 'Kopieren',
    paste: 'Einfügen',
    pasteAndMatchStyle: 'Ohne Formatierung einfügen',
    delete: 'Löschen',
    selectAll: 'Alles auswählen',
    resetZoom: 'Originalgröße',
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    togglefullscreen: 'Vollbild ein/aus',
    minimize: 'Minimieren',
    zoom: 'Zoomen',
    close: 'Fenster schließen',
    front: 'Alle nach vorne bringen',
  },
  file: 'Datei',
  edit: 'Bearbeiten',
  view: 'Ansicht',
  window: 'Fenster',
  settings: 'Einstellungen',
  quit: 'Keepfold beenden',
  open: 'Keepfold öffnen',
  startService: 'Dienst neu starten',
  serviceStarting: 'Der Dienst startet',
  recentChanges: 'Letzte Änderungen',
  change,
  nothingChanged: 'Noch hat sich nichts geändert',
  libraries: 'Bibliotheken',
  noLibrary: 'Es gibt noch keine Bibliothek',
  damagedLibrary: 'Beschädigte Bibliothek',
  allLibraries: 'Alle Bibliotheken',
  copyAddress: 'Adresse des Servers kopieren',
  startAtLogin: 'Bei der Anmeldung starten',
  resume: 'Fortsetzen',
  pause: 'Anhalten',
  pauseTimes: {
    'half-hour': 'Für 30 Minuten',
    'two-hours': 'Für 2 Stunden',
    tomorrow: 'Bis morgen',
    open: 'Bis ich fortsetze',
  },
  states: {
    stopped: 'Keepfold läuft nicht: Es wird nichts gesichert',
    silent: 'Keepfold antwortet nicht: Vielleicht wird nichts gesichert',
    slow: 'Keepfold antwortet langsam: Was im Verlauf ist, ist nicht bekannt',
    starting: 'Startet',
    noFolder: 'Kein Ordner ist verknüpft',
    allPaused: 'Angehalten',
    saved: 'Alles ist gesichert',
    inHistory: 'Alle Änderungen sind im Verlauf. Kein aktuelles Backup',
    toLookAt: (count) => (count === 1 ? '1 Sache braucht dich' : `${count} Sachen brauchen dich`),
    saving: (count) => `Wird gesichert: ${folders(count)}`,
    paused: (count) => `Angehalten: ${folders(count)}`,
  },
  notices: {
    'not-saving': ({ name, folders: count }) => ({
      title: count === 1 ? `„${name}“ wird nicht gesichert` : `${count} Ordner werden nicht gesichert`,
      body: 'Öffne Keepfold und sieh nach, woran es liegt und was hilft.',
    }),
    waiting: ({ name, folders: count }) => ({
      title:
        count === 1
          ? `„${name}“ wartet auf deine Entscheidung`
          : `${count} Ordner warten auf deine Entscheidung`,
      body: 'Ungewöhnlich viele Dateien würden entfernt oder überschrieben. Bis du entscheidest, geht nichts verloren.',
    }),
    away: ({ name, folders: count }) => ({
      title: count === 1 ? `„${name}“ ist nicht da` : `${count} Ordner sind nicht da`,
      body: 'Der Datenträger oder Ordner fehlt. Ist er zurück, geht es von selbst weiter.',
    }),
    conflict: ({ name, folders: count, count: files }) => ({
      title:
        files === 1
          ? 'Eine Datei wurde an zwei Orten geändert'
          : `${files} Dateien wurden an zwei Orten geändert`,
      body: count === 1 ? `Beide Versionen liegen in „${name}“.` : 'Von jeder sind beide Versionen behalten.',
    }),
    update: ({ name }) => ({
      title: `Keepfold ${name} ist verfügbar`,
      body: 'Installiere es aus den Einstellungen, wann es dir passt.',
    }),
    settings: ({ name }) => ({
      title: 'Deine Einstellungen ließen sich nicht lesen',
      body: `Keepfold benutzt wieder seine ursprünglichen. Die alte Datei ist noch da: ${name}`,
    }),
    stopped: () => ({
      title: 'Deine Ordner werden nicht gesichert',
      body: 'Der Bibliotheksdienst läuft nicht mehr. Öffne Keepfold und starte ihn neu.',
    }),
  },
  closing: {
    question: 'Deine Ordner weiter sichern, wenn das Fenster geschlossen ist?',
    meaning: 'Keepfold läuft auch ohne Fenster weiter. Das lässt sich in den Einstellungen jederzeit ändern.',
    keepRunning: 'Weiterlaufen',
    quit: 'Beenden',
    cancel: 'Abbrechen',
  },
  quitting: {
    question: (files) =>
      files === 1
        ? 'Beenden, obwohl eine Datei noch nicht hochgeladen ist?'
        : `Beenden, obwohl ${files} Dateien noch nicht hochgeladen sind?`,
    meaning: 'Was bis dahin nicht in der Bibliothek ist, muss noch einmal gewählt und hochgeladen werden.',
    keepRunning: 'Weiterlaufen',
    quit: 'Beenden',
  },
  keepsRunning: {
    title: 'Keepfold läuft weiter',
    body: 'Deine Ordner werden weiter gesichert. Beenden lässt es sich über das Symbol in der Ecke der Taskleiste.',
  },
  cannotStart: 'Keepfold kann nicht starten',
  noSandbox:
    'Dieses System lässt ein AppImage die Sandbox nicht benutzen, die Seiten von deinen Dateien trennt. Installiere stattdessen das .deb- oder .rpm-Paket; es richtet sie ein.',
  profileReadOnly: ({ folder, reason }) =>
    `Keepfold kann nicht in den Ordner schreiben, in dem sein Fenster die Einstellungen behält:\n${folder}\n\nErlaube deinem Konto, dort zu schreiben, und starte Keepfold dann noch einmal.\n\n${reason}`,
  pageStopped: {
    title: 'Dieses Fenster ist stehen geblieben',
    text: 'Deine Ordner werden weiter gesichert; der Dienst braucht das Fenster nicht. Bleibt es wieder stehen, starte Keepfold neu.',
    reload: 'Neu laden',
  },
  logsIn: (folder) => `Mehr steht in den Protokollen: ${folder}`,
  startRefused: ({ message, exitCode }) => `${REFUSALS[exitCode] ?? OTHER_REFUSAL}\n\n${message}`,
};
