import type { DesktopSettings, DesktopSettingsChange } from '../../src-shared/desktop-bridge.ts';
import type { SettingsFile } from './system/kept-settings.ts';
import type { LoginItem } from './system/login-item.ts';

/** The settings that the page shows: what is kept in our file, and what only the system knows. */
export function createDesktopSettings(parts: {
  readonly file: SettingsFile;
  readonly loginItem: Pick<LoginItem, 'state' | 'turn'>;
  readonly canUpdate: () => boolean;
  /** The page speaks another language than the one before. */
  readonly onLanguage: () => void;
}) {
  const { file, loginItem, canUpdate, onLanguage } = parts;

  async function read(): Promise<DesktopSettings> {
    const { closing, notifies, checksForUpdates } = file.kept;
    const startAtLogin = await loginItem.state();
    return { closing, startAtLogin, notifies, checksForUpdates, canUpdate: canUpdate() };
  }

  async function change({ startAtLogin, ...kept }: DesktopSettingsChange): Promise<DesktopSettings> {
    if (startAtLogin !== undefined) await loginItem.turn(startAtLogin);
    const before = file.kept.language;
    file.change(kept);
    if (file.kept.language !== before) onLanguage();
    return await read();
  }

  return { read, change };
}
