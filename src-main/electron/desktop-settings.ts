import type { DesktopSettings, DesktopSettingsChange } from '../../src-shared/desktop-bridge.ts';
import type { SettingsFile } from './system/kept-settings.ts';
import type { LoginItem } from './system/login-item.ts';

/** The settings that the page shows: what is kept in our file, and what only the system knows. */
export function createDesktopSettings(parts: {
  readonly file: SettingsFile;
  readonly loginItem: Pick<LoginItem, 'state' | 'turn'>;
  readonly canUpdate: () => boolean;
}) {
  const { file, loginItem, canUpdate } = parts;

  async function read(): Promise<DesktopSettings> {
    const { closing, notifies, checksForUpdates } = file.kept;
    const startAtLogin = await loginItem.state();
    return { closing, startAtLogin, notifies, checksForUpdates, canUpdate: canUpdate() };
  }

  async function change({ startAtLogin, ...kept }: DesktopSettingsChange): Promise<DesktopSettings> {
    if (startAtLogin !== undefined) await loginItem.turn(startAtLogin);
    file.change(kept);
    return await read();
  }

  return { read, change };
}
