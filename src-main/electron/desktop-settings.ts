import type { DesktopSettings, DesktopSettingsChange } from '../../src-shared/desktop-bridge.ts';
import type { Language } from '../../src-shared/languages.ts';
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
    const { closing, notifies, muted, checksForUpdates } = file.kept;
    const startAtLogin = await loginItem.state();
    return { closing, startAtLogin, notifies, muted, checksForUpdates, canUpdate: canUpdate() };
  }

  /** The page says its language at each start, unasked by the user: an error of the disk must not make that fail. */
  function noteLanguage(language: Language): void {
    if (file.kept.language === language) return;
    file.note({ language });
    onLanguage();
  }

  async function change(changed: DesktopSettingsChange): Promise<DesktopSettings> {
    const { startAtLogin, language, ...kept } = changed;
    if (startAtLogin !== undefined) await loginItem.turn(startAtLogin);
    if (language !== undefined) noteLanguage(language);
    if (Object.keys(kept).length > 0) file.change(kept);
    return await read();
  }

  return { read, change };
}
