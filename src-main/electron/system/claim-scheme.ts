import type { App } from 'electron';
import { LINK_SCHEME } from './deep-link.ts';

/** Has links lead to this app. On macOS and Linux the package says so; the installer for Windows does not. */
export function claimScheme(app: App): void {
  if (app.isPackaged && process.platform === 'win32') app.setAsDefaultProtocolClient(LINK_SCHEME);
}
