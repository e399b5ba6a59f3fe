import type { LinkedFolderJson } from '../../../../src-shared/folders-api.ts';

/** Whether a folder was looked at as a whole and all that could be saved of it is in its library. */
export function isSafe({ state, pending, last_scan_at }: LinkedFolderJson): boolean {
  return state === 'idle' && pending === 0 && last_scan_at > 0;
}
