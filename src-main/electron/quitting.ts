import { app, dialog } from 'electron';
import type { ShellMessages } from './messages.ts';
import type { ServiceKeeper } from './service/service-keeper.ts';
import type { AppWindow } from './windows/app-window.ts';

/** The app as far as quitting concerns it. */
export interface QuittingShell {
  /** Asks the user if something would be lost. */
  mayQuit(): Promise<boolean>;
  end(): void;
}

/**
 * Ends the app after its service has stopped. Listens from the beginning, because an app may be quit while starting.
 */
export class Quitting {
  readonly #keeper: Pick<ServiceKeeper, 'stop'>;
  readonly #onFault: (error: unknown) => void;
  #shell: QuittingShell | null = null;
  #isAsking = false;
  #isUnderWay = false;

  constructor(keeper: Pick<ServiceKeeper, 'stop'>, onFault: (error: unknown) => void) {
    this.#keeper = keeper;
    this.#onFault = onFault;
    app.on('before-quit', (event) => {
      event.preventDefault();
      this.#ask().catch(onFault);
    });
    // The app goes on without a window; the meaning of closing was decided before.
    app.on('window-all-closed', () => undefined);
    // A computer that shuts down does not wait for an answer.
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => this.now());
  }

  get isUnderWay(): boolean {
    return this.#isUnderWay;
  }

  follow(shell: QuittingShell): void {
    this.#shell = shell;
  }

  /** Quits without asking. */
  now(): void {
    if (this.#isUnderWay) return;
    this.#isUnderWay = true;
    try {
      this.#shell?.end();
    } catch (error) {
      this.#onFault(error);
    }
    this.#keeper.stop().then(
      () => app.exit(0),
      () => app.exit(1),
    );
  }

  async #ask(): Promise<void> {
    if (this.#isAsking || this.#isUnderWay) return;
    this.#isAsking = true;
    try {
      if ((await this.#shell?.mayQuit()) ?? true) this.now();
    } finally {
      this.#isAsking = false;
    }
  }
}

/** Asks whether to quit while the page uploads: only the page knows what it has not sent yet. */
export async function mayQuit(window: AppWindow, messages: ShellMessages): Promise<boolean> {
  if (window.uploadsLeft === 0) return true;
  await window.show();
  if (window.native === null) return true;
  const { response } = await dialog.showMessageBox(window.native, {
    type: 'question',
    message: messages('quittingQuestion', { count: window.uploadsLeft }),
    detail: messages('quittingMeaning'),
    buttons: [messages('quittingKeepRunning'), messages('quittingQuit')],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return response === 1;
}
