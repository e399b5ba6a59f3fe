import type { BrowserWindow } from 'electron';
import type { Logger } from '../../app/logger.ts';
import { START_PAGE } from '../app-address.ts';
import { ERROR_PAGE } from './error-page.ts';

/** After this time, another crash has another cause. */
const REMEMBERED_MS = 10 * 60 * 1_000;

/** What to do when the process of a page is gone. `nothing`: wait until the user opens the app. */
type CrashDecision = 'load-again' | 'error-page' | 'nothing';

/** One crash may be chance and is repaired silently; after a second one, reloading would go on forever. */
export function decideAfterCrash(facts: {
  /** Why it is gone, in Electron’s words. */
  readonly reason: string;
  readonly isErrorPage: boolean;
  /** When a page last crashed; null: never. */
  readonly lastMs: number | null;
  readonly nowMs: number;
}): CrashDecision {
  const { reason, isErrorPage, lastMs, nowMs } = facts;
  if (reason === 'clean-exit' || isErrorPage) return 'nothing';
  return lastMs === null || nowMs - lastMs >= REMEMBERED_MS ? 'load-again' : 'error-page';
}

/** Added to Chromium's half minute: a page that does not answer until then is killed. */
const ANSWERS_WITHIN_MS = 60_000;

/** Makes a window show something again when the process of its page ends or hangs, instead of staying white. */
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
    // Empty before the first page.
    const address = webContents.getURL() || START_PAGE;
    const nowMs = Date.now();
    const decision = decideAfterCrash({ reason, isErrorPage: address === ERROR_PAGE, lastMs, nowMs });
    if (decision === 'nothing') return;
    lastMs = nowMs;
    // Chromium is still cleaning up the old process.
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
