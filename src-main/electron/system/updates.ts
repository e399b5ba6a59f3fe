import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { UpdateCheck } from '../../../src-shared/desktop-bridge.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

export interface UpdateParts {
  /** Whether to look without being asked. */
  readonly isWanted: () => boolean;
  /** Such a look found a version, which is told once. */
  readonly onFound: (version: string) => void;
  readonly onFault: (error: unknown) => void;
}

/** Looks for new versions where the build was told to, and nowhere if it was told nothing. */
export class Updates {
  readonly #parts: UpdateParts;
  #timer: NodeJS.Timeout | undefined;
  #told = '';

  constructor(parts: UpdateParts) {
    this.#parts = parts;
  }

  /** The packager writes this file when a place is named in `publish`. */
  get canUpdate(): boolean {
    return app.isPackaged && existsSync(join(process.resourcesPath, 'app-update.yml'));
  }

  /** From now on looks once a day, while that is wanted. */
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

  /** Fetches what the last check found and restarts with it. */
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

/** Only when it is needed: it is as large as all the rest of the shell. */
async function loadUpdater() {
  const { default: electronUpdater } = await import('electron-updater');
  const { autoUpdater } = electronUpdater;
  // Nothing is fetched or installed unless the user asks for it.
  autoUpdater.autoDownload = false;
  autoUpdater.autoInstallOnAppQuit = false;
  return autoUpdater;
}
