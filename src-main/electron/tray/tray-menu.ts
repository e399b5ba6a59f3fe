import type { DesktopServiceState } from '../../../src-shared/desktop-bridge.ts';
import type { RecentChangeJson } from '../../../src-shared/overview-api.ts';
import type { ServiceView } from '../service/service-watch.ts';
import { type MenuEntry, menuName, SEPARATOR } from './menu-entry.ts';
import { PAUSE_ENTRIES } from './pause-times.ts';
import { shellStatus } from './shell-state.ts';

const CHANGES_SHOWN = 5;
/** A menu that is longer than the screen scrolls badly; the window has them all. */
const LIBRARIES_SHOWN = 20;

/** What a menu of the app is made from. */
export interface ShellFacts {
  readonly service: DesktopServiceState['state'];
  readonly view: ServiceView;
  /** Null: this system has no such thing for the app as it runs. */
  readonly startsAtLogin: boolean | null;
}

/** The menu of the tray icon. */
export function trayMenu(facts: ShellFacts): MenuEntry[] {
  const { service, view, startsAtLogin } = facts;
  return [
    { kind: 'words', label: shellStatus(service, view.folders).sentence },
    { kind: 'command', label: 'Open Keepfold', command: { do: 'open', hash: null } },
    SEPARATOR,
    ...serviceEntries(facts),
    SEPARATOR,
    ...(startsAtLogin === null ? [] : [startAtLogin(startsAtLogin)]),
    { kind: 'command', label: 'Settings', command: { do: 'open', hash: '#/settings' } },
    { kind: 'command', label: 'Quit Keepfold', command: { do: 'quit' } },
  ];
}

/** The part about the service, which the menu of the window shows too: a tray may not exist. */
export function serviceEntries({ service, view }: ShellFacts): MenuEntry[] {
  if (service === 'stopped')
    return [{ kind: 'command', label: 'Start the service again', command: { do: 'start-service' } }];
  if (service !== 'running') return [{ kind: 'words', label: 'The service is starting' }];
  return [
    ...pauseOrResume(view),
    { kind: 'group', label: 'Recent changes', entries: changeEntries(view.recent) },
    { kind: 'group', label: 'Libraries', entries: libraryEntries(view.libraries) },
    { kind: 'command', label: 'Copy server address', command: { do: 'copy-address' } },
  ];
}

function startAtLogin(isOn: boolean): MenuEntry {
  const command = { do: 'start-at-login', isWanted: !isOn } as const;
  return { kind: 'command', label: 'Start at login', command, isChecked: isOn };
}

function pauseOrResume({ folders }: ServiceView): MenuEntry[] {
  if (folders.length === 0) return [];
  const paused = folders.filter(({ state }) => state === 'paused').length;
  const resume: MenuEntry = { kind: 'command', label: 'Resume', command: { do: 'resume' } };
  const pause: MenuEntry = { kind: 'group', label: 'Pause', entries: PAUSE_ENTRIES };
  return [...(paused > 0 ? [resume] : []), ...(paused < folders.length ? [pause] : [])];
}

function changeEntries(recent: readonly RecentChangeJson[]): MenuEntry[] {
  if (recent.length === 0) return [{ kind: 'words', label: 'Nothing has changed yet' }];
  return recent.slice(0, CHANGES_SHOWN).map(({ library_id, library_name, commit }) => ({
    kind: 'command',
    label: menuName(`${library_name}: ${commit.description}`),
    command: { do: 'open', hash: `#/libraries/${library_id}/history` },
  }));
}

function libraryEntries(libraries: ServiceView['libraries']): MenuEntry[] {
  if (libraries.length === 0) return [{ kind: 'words', label: 'There is no library yet' }];
  const shown = libraries.slice(0, LIBRARIES_SHOWN).map(
    ({ id, name }): MenuEntry => ({
      kind: 'command',
      label: name === null ? 'Damaged library' : menuName(name),
      command: { do: 'open', hash: `#/libraries/${id}/files` },
    }),
  );
  if (libraries.length <= LIBRARIES_SHOWN) return shown;
  return [
    ...shown,
    { kind: 'command', label: 'All libraries', command: { do: 'open', hash: '#/libraries' } },
  ];
}
