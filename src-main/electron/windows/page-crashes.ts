import type { BrowserWindow } from 'electron';
import type { Logger } from '../../app/logger.ts';
import { START_PAGE } from '../app-address.ts';
import { ERROR_PAGE } from './error-page.ts';

/** A page that ended this long after the one before it ended for another reason. */
const REMEMBERED_MS = 10 * 60 * 1_000;

/** What to do about a page whose process is gone. `nothing`: it waits until the user opens the app. */
type CrashDecision = 'load-again' | 'error-page' | 'nothing';

/** Once could be chance and is mended without a word; a page that ends again would end for ever. */
export function decideAfterCrash(facts: {
  /** Why it is gone, in Electron’s words. */
  readonly reason: string;
  readonly isErrorPage: boolean;
  /** When a page ended before; null: none did. */
  readonly lastMs: number | null;
  readonly nowMs: number;
}): CrashDecision {
  const { reason, isErrorPage, lastMs, nowMs } = facts;
  if (reason === 'clean-exit' || isErrorPage) return 'nothing';
  return lastMs === null || nowMs - lastMs >= REMEMBERED_MS ? 'load-again' : 'error-page';
}

/** Added to the half minute that Chromium waits: a page that does not answer until then is ended. */
const ANSWERS_WITHIN_MS = 60_000;

/** Has a window show something again when the process of its page ends or hangs, instead of staying white. */
export function bringPageBack(window: BrowserWindow, logger: Logger): void {
  const { webContents } = window;
  let lastMs: number | null = null;
  let hanging: NodeJS.Timeout | undefined;
  const load = (address: string): void => {
    if (window.isDestroyed()) return;
    window.loadURL(address).catch((err: unknown) => logger.error({ event: 'page-not-loaded', err }));
  };
  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    clearTimeout(hanging);
    logger.error({ event: 'page-process-gone', reason, exitCode });
    // Empty before the first page was there.
    const address = webContents.getURL() || START_PAGE;
    const nowMs = Date.now();
    const decision = decideAfterCrash({ reason, isErrorPage: address === ERROR_PAGE, lastMs, nowMs });
    if (decision === 'nothing') return;
    lastMs = nowMs;
    // Chromium is still putting the old process away.
    setImmediate(load, decision === 'load-again' ? address : ERROR_PAGE);
  });
  window.on('unresponsive', () => {
    logger.error({ event: 'page-hangs' });
    clearTimeout(hanging);
    hanging = setTimeout(() => webContents.forcefullyCrashRenderer(), ANSWERS_WITHIN_MS);
  });
  window.on('responsive', () => clearTimeout(hanging));
  window.on('closed', () => clearTimeout(hanging));
}
