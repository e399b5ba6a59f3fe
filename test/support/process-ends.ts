/** How a process ends, as `exit` tells. */
export type ProcessEnd = readonly [code: number | null, signal: NodeJS.Signals | null];

const isWindows = process.platform === 'win32';

/** One that killed itself. On Windows, which has no signals, that is an exit code. */
export const KILLED_ITSELF: ProcessEnd = isWindows ? [1, null] : [null, 'SIGKILL'];

/** The exit code of a server that was told to stop by SIGTERM. On Windows that ends it at once, like any other signal. */
export const STOPPED_CODE = isWindows ? null : 0;
