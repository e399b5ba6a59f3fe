import type { CommandsJson } from '../../src-shared/session-api.ts';
import type { Api } from '../api/api.ts';
import type { Terminal } from '../ui/service.ts';

interface TellingApi {
  readonly call: (call: 'GET commands/') => Promise<CommandsJson>;
  readonly events: Pick<Api['events'], 'onResume'>;
}

const UNTOLD: CommandsJson = { commands: null, email: null };

/** Asks while the service runs, because the commands are needed once it no longer does. */
export class ToldTerminal implements Terminal {
  #told = $state.raw(UNTOLD);
  readonly #api: TellingApi;

  constructor(api: TellingApi) {
    this.#api = api;
  }

  get commands() {
    return this.#told.commands;
  }

  get email() {
    return this.#told.email;
  }

  /** Asks now, and after each gap: it may have been started in another way. The returned function ends that. */
  start(): () => void {
    void this.#ask();
    return this.#api.events.onResume(() => void this.#ask());
  }

  async #ask(): Promise<void> {
    try {
      this.#told = await this.#api.call('GET commands/');
    } catch {
      // The last known commands still help best.
    }
  }
}
