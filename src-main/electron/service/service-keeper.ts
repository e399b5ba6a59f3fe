import type { DesktopServiceState } from '../../../src-shared/desktop-bridge.ts';
import type { ServerEvent } from '../../../src-shared/events.ts';
import { inEnglish, said } from '../../../src-shared/service-words.ts';
import type { DesktopOptions } from '../desktop-options.ts';
import type { ServiceAddress } from '../forward-request.ts';
import { ALIVE_EVERY_MS, type FromService, type ToService } from './service-messages.ts';

/** A clean stop takes far less; one that hangs must not leave a server behind a closed app. */
const STOP_WITHIN_MS = 4_500;
/**
 * Missing signs of life before the service counts as slow. They are counted rather than timed, because clocks jump
 * while a computer sleeps.
 */
const SLOW_SIGNS = 3;
const MISSED_SIGNS = 6;
/** Longer than any disk blocks: the service is killed, which loses no more than a power cut, and restarted. */
const HUNG_SIGNS = 40;

/** One run of the process of the service. */
export interface ServiceProcess {
  post(message: ToService): void;
  kill(): void;
}

export interface ServiceListener {
  said(message: FromService): void;
  ended(): void;
}

/** Starts a process that waits for its first message. */
export type StartProcess = (listener: ServiceListener) => ServiceProcess;

/** The service cannot start at all; the code is for scripts that started the app. */
export class ServiceRefusal extends Error {
  override readonly name = 'ServiceRefusal';
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * Keeps the service running in a process of its own, so that neither can crash the other: if it ends unasked it is
 * restarted on the same port, until it has ended too often. If it hangs it is killed first.
 */
export class ServiceKeeper {
  readonly #startProcess: StartProcess;
  readonly #onHang: () => void;
  #options: DesktopOptions;
  #process: ServiceProcess | null = null;
  #address: ServiceAddress | null = null;
  #state: DesktopServiceState = { state: 'starting', reason: '' };
  #endsMs: number[] = [];
  #restart: NodeJS.Timeout | undefined;
  #stopping: PromiseWithResolvers<void> | null = null;
  #watch: NodeJS.Timeout | undefined;
  #missedSigns = 0;
  #isOnBattery = false;
  #first = Promise.withResolvers<void>();
  readonly #stateListeners = new Set<(state: DesktopServiceState) => void>();
  readonly #eventListeners = new Set<(event: ServerEvent) => void>();

  /** @param onHang called before a silent service is killed */
  constructor(startProcess: StartProcess, options: DesktopOptions, onHang: () => void) {
    this.#startProcess = startProcess;
    this.#options = options;
    this.#onHang = onHang;
  }

  /** Null while no service runs. */
  get address(): ServiceAddress | null {
    return this.#address;
  }

  get state(): DesktopServiceState {
    return this.#state;
  }

  onState(listener: (state: DesktopServiceState) => void): void {
    this.#stateListeners.add(listener);
  }

  onEvent(listener: (event: ServerEvent) => void): void {
    this.#eventListeners.add(listener);
  }

  /**
   * Resolves when the service answers for the first time.
   * @throws ServiceRefusal
   */
  start(): Promise<void> {
    this.#launch();
    return this.#first.promise;
  }

  /** Tries once more after giving up; kills a silent service, which restarts it. */
  startAgain(): void {
    if (this.#stopping !== null) return;
    if (this.#state.state === 'silent') this.#process?.kill();
    if (this.#state.state !== 'stopped') return;
    this.#endsMs = [];
    this.#launch();
  }

  /** Also applies to later starts of the service. */
  tellPower(isOnBattery: boolean): void {
    this.#isOnBattery = isOnBattery;
    this.#process?.post({ kind: 'power', isOnBattery });
  }

  /** Always resolves within five seconds. */
  async stop(): Promise<void> {
    clearTimeout(this.#restart);
    clearInterval(this.#watch);
    const running = this.#process;
    if (running === null) return;
    this.#stopping ??= Promise.withResolvers<void>();
    running.post({ kind: 'stop' });
    const deadline = setTimeout(() => {
      running.kill();
      this.#stopping?.resolve();
    }, STOP_WITHIN_MS);
    await this.#stopping.promise.finally(() => clearTimeout(deadline));
  }

  #launch(): void {
    this.#change({ state: 'starting', reason: '' });
    const process = this.#startProcess({
      said: (message) => this.#hear(message),
      ended: () => this.#ended(),
    });
    this.#process = process;
    process.post({ kind: 'start', ...this.#options });
    if (this.#isOnBattery) this.tellPower(true);
  }

  #hear(message: FromService): void {
    this.#missedSigns = 0;
    if (this.#isLate()) this.#change({ state: 'running', reason: '' });
    switch (message.kind) {
      case 'running':
        this.#address = { url: message.url, token: message.token };
        // Programs store the address, so a restarted service needs the same port.
        this.#options = { ...this.#options, port: Number(new URL(message.url).port) };
        this.#change({ state: 'running', reason: '' });
        this.#watchSigns();
        this.#first.resolve();
        return;
      case 'refused':
        this.#change({ state: 'stopped', reason: message.message, said: message.said });
        this.#first.reject(new ServiceRefusal(message.message, message.exitCode));
        // The service waits for this, so that its last message is not lost.
        this.#process?.post({ kind: 'stop' });
        return;
      case 'event':
        for (const listener of this.#eventListeners) listener(message.event);
        return;
      case 'alive':
    }
  }

  #watchSigns(): void {
    clearInterval(this.#watch);
    this.#watch = setInterval(() => {
      this.#missedSigns += 1;
      if (this.#missedSigns === SLOW_SIGNS) this.#change({ state: 'slow', reason: '' });
      if (this.#missedSigns === MISSED_SIGNS) this.#change({ state: 'silent', reason: '' });
      if (this.#missedSigns !== HUNG_SIGNS) return;
      this.#onHang();
      this.#process?.kill();
    }, ALIVE_EVERY_MS);
    this.#watch.unref();
  }

  #isLate(): boolean {
    return this.#state.state === 'slow' || this.#state.state === 'silent';
  }

  #ended(): void {
    clearInterval(this.#watch);
    this.#process = null;
    this.#address = null;
    this.#stopping?.resolve();
    // A refusal says why, and would repeat.
    if (this.#stopping !== null || this.#state.state === 'stopped') return;
    const nowMs = Date.now();
    this.#endsMs = [...this.#endsMs, nowMs];
    const waitMs = restartWaitMs(this.#endsMs, nowMs);
    if (waitMs === null) {
      const why = said('endedOften', { count: this.#endsMs.length });
      const reason = inEnglish(why);
      this.#change({ state: 'stopped', reason, said: why });
      this.#first.reject(new ServiceRefusal(reason, 1));
      return;
    }
    this.#change({ state: 'restarting', reason: '' });
    this.#restart = setTimeout(() => this.#launch(), waitMs);
  }

  #change(state: DesktopServiceState): void {
    this.#state = state;
    for (const listener of this.#stateListeners) listener(state);
  }
}

/** Waits before restarts of a service that ended; after the last it stays stopped. */
const WAITS_MS = [500, 2_000, 8_000, 30_000] as const;

/** Earlier ends have nothing to do with the latest. */
const REMEMBERED_MS = 10 * 60 * 1_000;

/**
 * How long to wait before restarting the service; null: it ended too often lately, and a person has to look.
 * @param endsMs when it ended unasked, the latest last
 */
export function restartWaitMs(endsMs: readonly number[], nowMs: number): number | null {
  const recent = endsMs.filter((endMs) => nowMs - endMs < REMEMBERED_MS).length;
  return WAITS_MS[Math.max(0, recent - 1)] ?? null;
}
