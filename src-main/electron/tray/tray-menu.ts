import type { DesktopServiceState } from '../../../src-shared/desktop-bridge.ts';
import type { RecentChangeJson } from '../../../src-shared/overview-api.ts';
import { changeText, type ShellMessages } from '../messages.ts';
import type { ServiceView } from '../service/service-watch.ts';
import { type MenuEntry, menuName, pauseEntries, SEPARATOR } from './menu-entry.ts';
import { shellStatus } from './shell-state.ts';

const CHANGES_SHOWN = 5;
/** Menus longer than the screen scroll badly; the window lists all libraries. */
const LIBRARIES_SHOWN = 20;

/** What the menus of the app show. */
export interface ShellFacts {
  readonly service: DesktopServiceState['state'];
  readonly view: ServiceView;
  /** Null: not available for the app as it runs here. */
  readonly startsAtLogin: boolean | null;
  readonly messages: ShellMessages;
}

/** The menu of the tray icon. */
export function trayMenu(facts: ShellFacts): MenuEntry[] {
  const { service, view, startsAtLogin, messages } = facts;
  return [
    { kind: 'text', label: shellStatus(service, view, messages).sentence },
    { kind: 'command', label: messages('open'), command: { do: 'open', hash: null } },
    SEPARATOR,
    ...serviceEntries(facts),
    SEPARATOR,
    ...(startsAtLogin === null ? [] : [startAtLogin(startsAtLogin, messages)]),
    { kind: 'command', label: messages('settings'), command: { do: 'open', hash: '#/settings' } },
    { kind: 'command', label: messages('quit'), command: { do: 'quit' } },
  ];
}

/** The part about the service, which the menu of the window shows too: a tray may not exist. */
export function serviceEntries({ service, view, messages }: ShellFacts): MenuEntry[] {
  if (service === 'stopped' || service === 'silent')
    return [{ kind: 'command', label: messages('startService'), command: { do: 'start-service' } }];
  if (service !== 'running' && service !== 'slow')
    return [{ kind: 'text', label: messages('serviceStarting') }];
  return [
    ...pauseOrResume(view, messages),
    { kind: 'group', label: messages('recentChanges'), entries: changeEntries(view.recent, messages) },
    { kind: 'group', label: messages('libraries'), entries: libraryEntries(view.libraries, messages) },
    { kind: 'command', label: messages('copyAddress'), command: { do: 'copy-address' } },
  ];
}

function startAtLogin(isOn: boolean, messages: ShellMessages): MenuEntry {
  const command = { do: 'start-at-login', isWanted: !isOn } as const;
  return { kind: 'command', label: messages('startAtLogin'), command, isChecked: isOn };
}

function pauseOrResume({ folders }: ServiceView, messages: ShellMessages): MenuEntry[] {
  if (folders.length === 0) return [];
  const paused = folders.filter(({ state }) => state === 'paused').length;
  const resume: MenuEntry = { kind: 'command', label: messages('resume'), command: { do: 'resume' } };
  const pause: MenuEntry = { kind: 'group', label: messages('pause'), entries: pauseEntries(messages) };
  return [...(paused > 0 ? [resume] : []), ...(paused < folders.length ? [pause] : [])];
}

function changeEntries(recent: readonly RecentChangeJson[], messages: ShellMessages): MenuEntry[] {
  if (recent.length === 0) return [{ kind: 'text', label: messages('nothingChanged') }];
  return recent.slice(0, CHANGES_SHOWN).map(({ library_id, library_name, commit }) => ({
    kind: 'command',
    label: menuName(`${library_name}: ${changeText(messages, commit)}`),
    command: { do: 'open', hash: `#/libraries/${library_id}/history` },
  }));
}

function libraryEntries(libraries: ServiceView['libraries'], messages: ShellMessages): MenuEntry[] {
  if (libraries.length === 0) return [{ kind: 'text', label: messages('noLibrary') }];
  const shown = libraries.slice(0, LIBRARIES_SHOWN).map(
    ({ id, name }): MenuEntry => ({
      kind: 'command',
      label: name === null ? messages('damagedLibrary') : menuName(name),
      command: { do: 'open', hash: `#/libraries/${id}/files` },
    }),
  );
  if (libraries.length <= LIBRARIES_SHOWN) return shown;
  return [
    ...shown,
    { kind: 'command', label: messages('allLibraries'), command: { do: 'open', hash: '#/libraries' } },
  ];
}
