import { app, shell } from 'electron';
import type { LoginStart } from '../../../src-shared/desktop-bridge.ts';
import { BACKGROUND_SWITCH } from '../desktop-options.ts';
import { AutostartEntry } from './autostart-entry.ts';

/** Whether the app starts at login, read from the system each time. */
export interface LoginItem {
  state(): Promise<LoginStart>;
  turn(isOn: boolean): Promise<void>;
  /** Opens the page of the system's settings that decides. */
  openSettings(): Promise<void>;
}

/** The implementation for this system. A checkout has nothing that could be started at login. */
export function createLoginItem(): LoginItem {
  if (!app.isPackaged) return noLoginItem;
  return process.platform === 'linux' ? linuxLoginItem() : systemLoginItem();
}

const noLoginItem: LoginItem = {
  state: async () => 'unavailable',
  turn: async () => undefined,
  openSettings: async () => undefined,
};

function linuxLoginItem(): LoginItem {
  // An AppImage runs from a temporary mount.
  const program = process.env['APPIMAGE'] ?? process.execPath;
  const entry = new AutostartEntry(process.env, [program, BACKGROUND_SWITCH]);
  return {
    state: async () => ((await entry.isOn()) ? 'on' : 'off'),
    turn: (isOn) => (isOn ? entry.turnOn() : entry.turnOff()),
    openSettings: async () => undefined,
  };
}

function systemLoginItem(): LoginItem {
  const args = [BACKGROUND_SWITCH];
  return {
    state: async () => {
      const { openAtLogin, executableWillLaunchAtLogin, status } = app.getLoginItemSettings({ args });
      if (process.platform === 'win32') return openAtLogin && executableWillLaunchAtLogin ? 'on' : 'off';
      if (status === 'requires-approval') return 'needs-approval';
      return openAtLogin ? 'on' : 'off';
    },
    turn: async (openAtLogin) => app.setLoginItemSettings({ openAtLogin, args }),
    openSettings: () =>
      shell.openExternal(
        process.platform === 'win32'
          ? 'ms-settings:startupapps'
          : 'x-apple.systempreferences:com.apple.LoginItems-Settings.extension',
      ),
  };
}
