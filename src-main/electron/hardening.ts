import type { App, Session, WebContents } from 'electron';
import { isAppAddress, START_PAGE } from './app-address.ts';

/** Writing text to the clipboard after a click, for the copy buttons. Reading stays refused. */
const onlyPermission = 'clipboard-sanitized-write';

/** The fuses of a packaged app refuse --inspect; these switches would still open DevTools. */
const DEVTOOLS_SWITCHES = ['remote-debugging-port', 'remote-debugging-pipe'];

/** The page may copy text, and gets no other permission, no device, and nothing from any address but its own. */
export function hardenSession(session: Session): void {
  session.setPermissionRequestHandler((contents, permission, answer) =>
    answer(permission === onlyPermission && isAppAddress(contents.getURL())),
  );
  session.setPermissionCheckHandler(
    (contents, permission) =>
      permission === onlyPermission && contents !== null && isAppAddress(contents.getURL()),
  );
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !isOwnContent(details.url) }));
}

/** No window leads anywhere else, whatever opened it. */
export function hardenApp(app: App): void {
  app.on('web-contents-created', (_event, contents) => keepInPlace(contents));
  app.on('certificate-error', (event, ...details) => {
    const [, , , , answer] = details;
    event.preventDefault();
    answer(false);
  });
  if (app.isPackaged) for (const door of DEVTOOLS_SWITCHES) app.commandLine.removeSwitch(door);
}

function keepInPlace(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-navigate', refuseOtherPages);
  contents.on('will-frame-navigate', refuseOtherPages);
}

function refuseOtherPages(event: { readonly url: string; preventDefault(): void }): void {
  const [page] = event.url.split('#');
  if (page !== START_PAGE) event.preventDefault();
}

/** `blob:` is content that the page itself made; `devtools:` exists in development only. */
function isOwnContent(address: string): boolean {
  return isAppAddress(address) || address.startsWith('blob:app://') || address.startsWith('devtools:');
}
