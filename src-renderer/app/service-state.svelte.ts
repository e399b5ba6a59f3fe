import type { DesktopServiceState, DesktopShell } from '../../src-shared/desktop-bridge.ts';
import type { StatusJson } from '../../src-shared/session-api.ts';
import type { Api } from '../api/api.ts';
import type { EventStream } from '../api/event-stream.svelte.ts';
import type { Pulse } from '../api/pulse.svelte.ts';
import type { Health, HealthState } from '../format/health.ts';
import type { Service } from '../ui/service.ts';

const UNKNOWN: DesktopServiceState = { state: 'running', reason: '' };

interface ServiceParts {
  readonly events: Pick<EventStream, 'connection' | 'isSilent' | 'isLate' | 'heardAtSeconds'>;
  readonly pulse: Pick<Pulse, 'isLate'>;
  /** Null in a browser, where only the connection tells. */
  readonly desktop: DesktopShell | null;
  /** The service is on the computer that shows the page. */
  readonly isHere: boolean;
}

/** The state of the service, from what the desktop shell reports and from how it answers. */
export class ServiceState implements Service {
  #shell = $state.raw<DesktopServiceState>(UNKNOWN);
  readonly #parts: ServiceParts;

  readonly health: Health = $derived.by(() => ({
    state: this.#state(),
    reason: this.#shell.state === 'stopped' ? this.#shell.reason : '',
    said: (this.#shell.state === 'stopped' && this.#shell.said) || null,
    heardAtSeconds: this.#parts.events.heardAtSeconds,
  }));

  constructor(parts: ServiceParts) {
    this.#parts = parts;
  }

  /** A service that restarts by itself needs no help. */
  get startAgain(): (() => void) | null {
    const { desktop } = this.#parts;
    const canStart = this.#shell.state === 'stopped' || this.#shell.state === 'silent';
    return desktop !== null && canStart ? () => void desktop.startService() : null;
  }

  /** Follows the shell; the returned function ends that. */
  start(): () => void {
    const { desktop } = this.#parts;
    if (desktop === null) return () => undefined;
    const listen = (state: DesktopServiceState) => {
      this.#shell = state;
    };
    const stop = desktop.onServiceState(listen);
    desktop.serviceState().then(listen, () => listen(UNKNOWN));
    return stop;
  }

  #state(): HealthState {
    const { events, pulse, isHere } = this.#parts;
    const { state } = this.#shell;
    if (state === 'stopped' || state === 'silent') return state;
    if (state === 'starting' || state === 'restarting') return 'starting';
    if (events.connection === 'lost') {
      if (events.isSilent) return 'silent';
      return isHere ? 'gone' : 'unreachable';
    }
    return state === 'slow' || pulse.isLate || events.isLate ? 'slow' : 'answering';
  }
}

/** Whether an address of the page names the computer that shows it. */
export function isThisComputer(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}

/**
 * Passes on what the service reports about itself, now and after each gap, in which it may have been restarted; null:
 * it did not answer. The returned function ends that.
 */
export function followStatus(
  { call, events }: { readonly call: Api['call']; readonly events: Pick<Api['events'], 'onResume'> },
  tell: (status: StatusJson | null) => void,
): () => void {
  const ask = () => {
    void call('GET status/').then(tell, () => tell(null));
  };
  ask();
  return events.onResume(ask);
}
