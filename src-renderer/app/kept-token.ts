const KEY = 'keepfold.token';

/** Where tokens of a page can lie. */
export interface TokenPlaces {
  /** Goes with the tab. */
  readonly tab: Storage;
  /** Stays when the browser is closed; null where users are not to stay signed in. */
  readonly browser: Storage | null;
}

/** The token of this page, in its tab or, where the user wants to stay signed in, in the browser. */
export class KeptToken {
  readonly #places: TokenPlaces;
  #text: string | null;
  #stays: boolean;

  constructor(places: TokenPlaces) {
    this.#places = places;
    const ofTab = places.tab.getItem(KEY);
    this.#text = ofTab ?? places.browser?.getItem(KEY) ?? null;
    this.#stays = ofTab === null && this.#text !== null;
  }

  /** Null: not signed in. */
  get text(): string | null {
    return this.#text;
  }

  get stays(): boolean {
    return this.#stays;
  }

  get canStay(): boolean {
    return this.#places.browser !== null;
  }

  /** Another token takes the place of the one before. */
  replace(text: string): void {
    this.#text = text;
    this.#place()?.setItem(KEY, text);
  }

  stay(isWanted: boolean): void {
    const { browser, tab } = this.#places;
    if (this.#text === null || browser === null) return;
    this.#stays = isWanted;
    if (isWanted) tab.removeItem(KEY);
    else this.#removeFromBrowser();
    this.replace(this.#text);
  }

  forget(): void {
    this.#places.tab.removeItem(KEY);
    this.#removeFromBrowser();
    this.#text = null;
    this.#stays = false;
  }

  #place(): Storage | null {
    return this.#stays ? this.#places.browser : this.#places.tab;
  }

  /** Another tab may have stored another token, which stays valid. */
  #removeFromBrowser(): void {
    const { browser } = this.#places;
    if (browser?.getItem(KEY) === this.#text) browser?.removeItem(KEY);
  }
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** Whether the page comes from the computer that shows it. */
export function isOnThisComputer({ hostname }: Pick<Location, 'hostname'>): boolean {
  return LOOPBACK.includes(hostname);
}

/** Part of `window`. */
interface PageSurroundings {
  readonly location: Pick<Location, 'hostname'>;
  readonly sessionStorage: Storage;
  readonly localStorage: Storage;
  matchMedia(query: string): Pick<MediaQueryList, 'matches'>;
}

/**
 * Where the page may keep its token. Only the user of this computer may stay signed in; the app window of `npm start`
 * has no need to, because each one is opened by a link that signs in.
 */
export function tokenPlaces(page: PageSurroundings): TokenPlaces {
  const isAppWindow = page.matchMedia('(display-mode: standalone)').matches;
  const mayStay = isOnThisComputer(page.location) && !isAppWindow;
  return { tab: page.sessionStorage, browser: mayStay ? page.localStorage : null };
}
