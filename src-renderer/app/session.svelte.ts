import type { FieldsOf } from '../../src-shared/local-api.ts';
import type { AccountJson } from '../../src-shared/session-api.ts';
import { type Api, createApi } from '../api/api.ts';
import { createHttpClient } from '../api/http-client.ts';
import { problemOf } from '../api/problem.ts';
import { Pulse } from '../api/pulse.svelte.ts';
import type { Problem } from '../format/problem.ts';
import { KeptToken, type TokenPlaces } from './kept-token.ts';

const BASE = '/api/local/v1';

type SessionState = 'starting' | 'signed-out' | 'signed-in' | 'unreachable';

/** Who is signed in. The desktop shell keeps its token outside the page. */
export class Session {
  #state = $state.raw<SessionState>('starting');
  #account = $state.raw<AccountJson | null>(null);
  #problem = $state.raw<Problem | null>(null);
  #isStaying = $state.raw(false);
  #asking = $state.raw<PromiseWithResolvers<boolean> | null>(null);
  readonly #token: KeptToken;
  readonly #isDesktop: boolean;
  readonly api: Api;

  constructor({ places, isDesktop }: { readonly places: TokenPlaces; readonly isDesktop: boolean }) {
    this.#token = new KeptToken(places);
    this.#isStaying = this.#token.stays;
    this.#isDesktop = isDesktop;
    const pulse = new Pulse();
    const http = createHttpClient({
      pulse,
      base: BASE,
      token: () => (isDesktop ? null : this.#token.text),
      fetch: (input, init) => window.fetch(input, init),
      givePassword: () => this.#ask(),
      onSignedOut: () => this.#end({ code: 'signed-out', details: '' }),
    });
    this.api = createApi(http, pulse);
  }

  get state(): SessionState {
    return this.#state;
  }

  get account(): AccountJson | null {
    return this.#account;
  }

  /** Why the user is not signed in, unless the app has just started. */
  get problem(): Problem | null {
    return this.#problem;
  }

  get canSignOut(): boolean {
    return !this.#isDesktop;
  }

  /** Whether the user can choose to stay signed in when the browser is closed. */
  get canStay(): boolean {
    return !this.#isDesktop && this.#token.canStay;
  }

  get isStaying(): boolean {
    return this.#isStaying;
  }

  stay(isWanted: boolean): void {
    this.#token.stay(isWanted);
    this.#isStaying = this.#token.stays;
  }

  /** Continues the session of this tab, or starts one with the one-time code of a sign-in link. */
  async start(code: string | null): Promise<void> {
    this.#state = 'starting';
    try {
      if (code !== null) await this.#exchange({ code });
      else if (this.#token.text !== null || this.#isDesktop) this.#enter(await this.api.call('GET account/'));
      else this.#state = 'signed-out';
    } catch (error) {
      this.#problem = problemOf(error);
      if (this.#problem.code === 'unreachable') this.#state = 'unreachable';
      else this.#end(code === null ? null : this.#problem);
    }
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.#exchange({ email, password });
  }

  /** Whether the user is being asked for the password again. */
  get isPasswordNeeded(): boolean {
    return this.#asking !== null;
  }

  /** Requests that wait for the password go on. Throws when it is wrong; it is then still asked for. */
  async givePassword(password: string): Promise<void> {
    await this.api.call('POST session/password/', { password });
    this.#answer(true);
  }

  /** Requests that wait for the password are refused. */
  keepPassword(): void {
    this.#answer(false);
  }

  /** All other sessions end; this one goes on, in a browser under a new token. */
  async changePassword(current: string, wanted: string): Promise<void> {
    const request = { current_password: current, new_password: wanted };
    const { token } = await this.api.call('PUT account/password/', { ...request });
    if (token !== null) this.#token.replace(token);
  }

  async signOut(): Promise<void> {
    try {
      await this.api.call('DELETE session/');
    } finally {
      this.#end(null);
    }
  }

  async #exchange(request: FieldsOf<'POST session/'>): Promise<void> {
    const { token, account } = await this.api.call('POST session/', { ...request });
    this.#token.replace(token);
    this.#enter(account);
  }

  /** A single prompt, however many calls wait for it. */
  #ask(): Promise<boolean> {
    this.#asking ??= Promise.withResolvers<boolean>();
    return this.#asking.promise;
  }

  #answer(isGiven: boolean): void {
    this.#asking?.resolve(isGiven);
    this.#asking = null;
  }

  #enter(account: AccountJson): void {
    this.#account = account;
    this.#problem = null;
    this.#state = 'signed-in';
  }

  #end(problem: Problem | null): void {
    this.#answer(false);
    this.#token.forget();
    this.#isStaying = false;
    this.#account = null;
    this.#problem = problem;
    this.#state = 'signed-out';
  }
}
