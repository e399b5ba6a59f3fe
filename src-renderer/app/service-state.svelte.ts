import type { DesktopServiceState, DesktopShell } from '../../src-shared/desktop-bridge.ts';

const UNKNOWN: DesktopServiceState = { state: 'running', reason: '' };

/** What the desktop shell says of the service; in a browser only the connection tells. */
export class ServiceState {
  #now = $state.raw<DesktopServiceState>(UNKNOWN);
  readonly #desktop: DesktopShell | null;

  constructor(desktop: DesktopShell | null) {
    this.#desktop = desktop;
  }

  /** Why the service will not come back by itself; null while it may. */
  get stoppedBecause(): string | null {
    return this.#now.state === 'stopped' ? this.#now.reason : null;
  }

  /** Follows the shell; the answer ends that. */
  start(): () => void {
    if (this.#desktop === null) return () => undefined;
    const listen = (state: DesktopServiceState) => {
      this.#now = state;
    };
    const stop = this.#desktop.onServiceState(listen);
    this.#desktop.serviceState().then(listen, () => listen(UNKNOWN));
    return stop;
  }

  /** Tries once more. */
  async startService(): Promise<void> {
    await this.#desktop?.startService();
  }
}
