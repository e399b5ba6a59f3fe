import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects the garbage of this thread and has the C library hand its free memory to the system. Takes some tens of
 * milliseconds, so it is for times of rest.
 */
export async function giveFreeMemoryBack(): Promise<void> {
  // V8 does this by itself when it notices that it is idle; now and then it does not, and keeps a hundred megabytes.
  collector()();
  await trimHeap();
}

let collect: (() => void) | null = null;

/** The collector is behind a flag, which applies to contexts made while it is set. */
function collector(): () => void {
  if (collect !== null) return collect;
  setFlagsFromString('--expose-gc');
  collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  return collect;
}

let trim: (() => void) | null = null;

/**
 * The C library of Linux returns free memory at the end of its heap, and keeps free memory in between until asked
 * (measured after indexing a million rows: 100 of 120 MB). Other systems return it by themselves.
 * @throws Error once where the library does not know the function
 */
async function trimHeap(): Promise<void> {
  if (trim === null) {
    trim = () => undefined;
    const koffi = process.platform === 'linux' ? await koffiIfInstalled() : null;
    const mallocTrim = koffi?.load(null).func('int malloc_trim(size_t pad)');
    if (mallocTrim !== undefined) trim = () => mallocTrim(0);
  }
  trim();
}

/** Null where it is not installed, as in packages, where more memory stays in use. */
export async function koffiIfInstalled() {
  try {
    return (await import('koffi')).default;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    return null;
  }
}
