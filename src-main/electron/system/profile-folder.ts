import { constants, copyFileSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';

/** Part of Electron's `app`. */
interface Paths {
  getPath(name: 'userData'): string;
  setPath(name: 'userData', path: string): void;
}

/** The settings of the shell, in its profile. */
export const SETTINGS_NAME = 'desktop.json';

/**
 * Keeps what the window stores apart from people's data: on macOS Electron's own choice is the data folder but for the
 * case of a letter, so one folder there, and resetting the app would delete every library. Anywhere else the profile
 * stays where it is. Settings that were kept in the shared folder are taken along. Call it before the app is ready.
 */
export function keepProfileApart(app: Paths, dataFolders: readonly string[]): void {
  const current = app.getPath('userData');
  const isShared = dataFolders.some((folder) => folder.toLowerCase() === current.toLowerCase());
  if (!isShared) return;
  const profile = `${current}-window`;
  const attempt = (work: () => void) => {
    try {
      work();
    } catch {
      // There are none, or they are copied already. A folder that cannot be made is reported on the first write.
    }
  };
  attempt(() => mkdirSync(profile, { recursive: true, mode: 0o700 }));
  app.setPath('userData', profile);
  attempt(() => {
    copyFileSync(join(current, SETTINGS_NAME), join(profile, SETTINGS_NAME), constants.COPYFILE_EXCL);
  });
}

/** On a full disk the window may still open, and show that it is full. */
const NO_ROOM: readonly unknown[] = ['ENOSPC', 'EDQUOT'];

/**
 * Why nothing can be written to the folder of the window; null when it can. Chromium then refuses its lock in there, as
 * if the app ran already, and says nothing. Makes the folder.
 */
export function profileProblem(folder: string): string | null {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    rmdirSync(mkdtempSync(join(folder, '.probe-')));
    return null;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return 'code' in error && NO_ROOM.includes(error.code) ? null : error.message;
  }
}
