import type { DesktopSettings, DesktopSettingsChange } from '../../src-shared/desktop-bridge.ts';
import type { Language } from '../../src-shared/languages.ts';
import type { SettingsFile } from './system/kept-settings.ts';
import type { LoginItem } from './system/login-item.ts';

/** The settings that the page shows: from our file, and from the system. */
export function createDesktopSettings(parts: {
  readonly file: SettingsFile;
  readonly loginItem: Pick<LoginItem, 'state' | 'turn'>;
  readonly canUpdate: () => boolean;
  /** Called when the language of the page changes. */
  readonly onLanguage: () => void;
}) {
  const { file, loginItem, canUpdate, onLanguage } = parts;

  async function read(): Promise<DesktopSettings> {
    const { closing, notifies, muted, checksForUpdates } = file.kept;
    const startAtLogin = await loginItem.state();
    return { closing, startAtLogin, notifies, muted, checksForUpdates, canUpdate: canUpdate() };
  }

  /**
   * The page sends its language at each start without any action of the user, so an error of the disk must not matter.
   */
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
