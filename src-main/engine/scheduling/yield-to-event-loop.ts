import { promisify } from 'node:util';

/** Lets everything else that waits have its turn; for loops that would hold up the event loop. */
export const yieldToEventLoop = promisify(setImmediate);
