import type { TokenPlaces } from './kept-token.ts';

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
 * Where the page may keep its token. Only the person of this computer may stay signed in; the app window of `npm start`
 * has no need to, because each of them is opened by a link that signs in.
 */
export function tokenPlaces(page: PageSurroundings): TokenPlaces {
  const isAppWindow = page.matchMedia('(display-mode: standalone)').matches;
  const mayStay = isOnThisComputer(page.location) && !isAppWindow;
  return { tab: page.sessionStorage, browser: mayStay ? page.localStorage : null };
}
