import type { DesktopServiceState } from '../../../src-shared/desktop-bridge.ts';
import type { RecentChangeJson } from '../../../src-shared/overview-api.ts';
import type { ServiceView } from '../service/service-watch.ts';
import type { ShellWords } from '../words/shell-words.ts';
import { type MenuEntry, menuName, SEPARATOR } from './menu-entry.ts';
import { pauseEntries } from './pause-times.ts';
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
  readonly words: ShellWords;
}

/** The menu of the tray icon. */
export function trayMenu(facts: ShellFacts): MenuEntry[] {
  const { service, view, startsAtLogin, words } = facts;
  return [
    { kind: 'words', label: shellStatus(service, view, words).sentence },
    { kind: 'command', label: words.open, command: { do: 'open', hash: null } },
    SEPARATOR,
    ...serviceEntries(facts),
    SEPARATOR,
    ...(startsAtLogin === null ? [] : [startAtLogin(startsAtLogin, words)]),
    { kind: 'command', label: words.settings, command: { do: 'open', hash: '#/settings' } },
    { kind: 'command', label: words.quit, command: { do: 'quit' } },
  ];
}

/** The part about the service, which the menu of the window shows too: a tray may not exist. */
export function serviceEntries({ service, view, words }: ShellFacts): MenuEntry[] {
  if (service === 'stopped' || service === 'silent')
    return [{ kind: 'command', label: words.startService, command: { do: 'start-service' } }];
  if (service !== 'running' && service !== 'slow') return [{ kind: 'words', label: words.serviceStarting }];
  return [
    ...pauseOrResume(view, words),
    { kind: 'group', label: words.recentChanges, entries: changeEntries(view.recent, words) },
    { kind: 'group', label: words.libraries, entries: libraryEntries(view.libraries, words) },
    { kind: 'command', label: words.copyAddress, command: { do: 'copy-address' } },
  ];
}

function startAtLogin(isOn: boolean, words: ShellWords): MenuEntry {
  const command = { do: 'start-at-login', isWanted: !isOn } as const;
  return { kind: 'command', label: words.startAtLogin, command, isChecked: isOn };
}

function pauseOrResume({ folders }: ServiceView, words: ShellWords): MenuEntry[] {
  if (folders.length === 0) return [];
  const paused = folders.filter(({ state }) => state === 'paused').length;
  const resume: MenuEntry = { kind: 'command', label: words.resume, command: { do: 'resume' } };
  const pause: MenuEntry = { kind: 'group', label: words.pause, entries: pauseEntries(words) };
  return [...(paused > 0 ? [resume] : []), ...(paused < folders.length ? [pause] : [])];
}

function changeEntries(recent: readonly RecentChangeJson[], words: ShellWords): MenuEntry[] {
  if (recent.length === 0) return [{ kind: 'words', label: words.nothingChanged }];
  return recent.slice(0, CHANGES_SHOWN).map(({ library_id, library_name, commit }) => ({
    kind: 'command',
    label: menuName(`${library_name}: ${words.change(commit)}`),
    command: { do: 'open', hash: `#/libraries/${library_id}/history` },
  }));
}

function libraryEntries(libraries: ServiceView['libraries'], words: ShellWords): MenuEntry[] {
  if (libraries.length === 0) return [{ kind: 'words', label: words.noLibrary }];
  const shown = libraries.slice(0, LIBRARIES_SHOWN).map(
    ({ id, name }): MenuEntry => ({
      kind: 'command',
      label: name === null ? words.damagedLibrary : menuName(name),
      command: { do: 'open', hash: `#/libraries/${id}/files` },
    }),
  );
  if (libraries.length <= LIBRARIES_SHOWN) return shown;
  return [
    ...shown,
    { kind: 'command', label: words.allLibraries, command: { do: 'open', hash: '#/libraries' } },
  ];
}
