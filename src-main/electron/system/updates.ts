import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { UpdateCheck } from '../../../src-shared/desktop-bridge.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

export interface UpdateParts {
  /** Whether to check automatically. */
  readonly isWanted: () => boolean;
  /** Called once per version that an automatic check found. */
  readonly onFound: (version: string) => void;
  readonly onFault: (error: unknown) => void;
}

/** Checks for new versions at the address in the build, if there is one. */
export class Updates {
  readonly #parts: UpdateParts;
  #timer: NodeJS.Timeout | undefined;
  #told = '';

  constructor(parts: UpdateParts) {
    this.#parts = parts;
  }

  /** The packager writes this file when `publish` names an address. */
  get canUpdate(): boolean {
    return app.isPackaged && existsSync(join(process.resourcesPath, 'app-update.yml'));
  }

  /** Starts checking once a day, while that is wanted. */
  start(): void {
    if (!this.canUpdate) return;
    this.#timer = setInterval(() => {
      if (this.#parts.isWanted()) this.#look().catch(this.#parts.onFault);
    }, DAY_MS);
    this.#timer.unref();
  }

  async check(): Promise<UpdateCheck> {
    if (!this.canUpdate) return { state: 'off', version: '' };
    const updater = await loadUpdater();
    const found = await updater.checkForUpdates();
    if (!found?.isUpdateAvailable) return { state: 'current', version: '' };
    return { state: 'available', version: found.updateInfo.version };
  }

  /** Downloads the version that the last check found, and restarts. */
  async install(): Promise<void> {
    if (!this.canUpdate) throw new Error('this build knows no place to get updates from');
    const updater = await loadUpdater();
    await updater.downloadUpdate();
    updater.quitAndInstall();
  }

  async #look(): Promise<void> {
    const { state, version } = await this.check();
    if (state !== 'available' || version === this.#told) return;
    this.#told = version;
    this.#parts.onFound(version);
  }

  end(): void {
    clearInterval(this.#timer);
  }
}

/** Loaded only when needed: it is as large as the rest of the shell. */
async function loadUpdater() {
  const { default: electronUpdater } = await import('electron-updater');
  const { autoUpdater } = electronUpdater;
  // Nothing is downloaded or installed unless the user asks for it.
  autoUpdater.autoDownload = false;
  autoUpdater.autoInstallOnAppQuit = false;
  return autoUpdater;
}
