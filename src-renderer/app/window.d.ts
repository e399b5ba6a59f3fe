import type { DesktopShell } from '../../src-shared/desktop-bridge.ts';

declare global {
  interface Window {
    /** Set by the preload script of the desktop shell. */
    readonly keepfold?: DesktopShell;
  }
}
