import { TurnQueue } from './turn-queue.ts';

/** With a third of a second each, the last in the queue waits three seconds; beyond that a client had better retry. */
const QUEUE_LENGTH = 8;

/**
 * Lets one derivation of a password run at a time: each takes a whole processor core and much memory, and a flood of
 * tries must not take them from everything else.
 */
export const createDerivationQueue = (): TurnQueue => new TurnQueue({ atOnce: 1, waiting: QUEUE_LENGTH });
