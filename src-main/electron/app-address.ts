/** The page has a scheme of its own: no other program can serve it, and no browser can reach it. */
export const APP_SCHEME = 'app';
const APP_HOST = 'keepfold';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;
export const START_PAGE = `${APP_ORIGIN}/index.html`;

/** Whether an address belongs to the page that ships with the app. */
export function isAppAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === `${APP_SCHEME}:` && url.host === APP_HOST;
}
