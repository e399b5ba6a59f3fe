import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';

/** On a full disk the window may still open, and shows that it is full. */
const NO_ROOM: readonly unknown[] = ['ENOSPC', 'EDQUOT'];

/**
 * Why nothing can be written to the folder of the window; null when it can. Chromium then refuses its lock in there, as
 * if the app ran already, and says nothing. Makes the folder.
 */
export function profileProblem(folder: string): string | null {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    rmdirSync(mkdtempSync(join(folder, '.probe-')));
    return null;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return 'code' in error && NO_ROOM.includes(error.code) ? null : error.message;
  }
}
