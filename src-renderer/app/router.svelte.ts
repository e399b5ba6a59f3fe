import { type Address, hrefOf, parseAddress } from '../format/address.ts';

/** The place the address bar names. Links and `location.hash` move it. */
export class Router {
  #address = $state.raw<Address>({ screen: 'home' });

  constructor() {
    this.#address = parseAddress(window.location.hash);
  }

  get address(): Address {
    return this.#address;
  }

  start(): () => void {
    const read = () => {
      this.#address = parseAddress(window.location.hash);
    };
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }

  /** The code of a sign-in link, taken out of the address bar and the browser's history; null when there is none. */
  takeSignInCode(): string | null {
    if (this.#address.screen !== 'sign-in') return null;
    const { code, next = '' } = this.#address;
    const place = parseAddress(next);
    this.#address = place.screen === 'sign-in' ? { screen: 'home' } : place;
    window.history.replaceState(null, '', hrefOf(this.#address));
    return code;
  }
}
