import { WAITING_PASSWORD_CHECKS } from '../core/limits.ts';
import { TurnQueue } from './turn-queue.ts';

/**
 * Lets one derivation of a password run at a time: each takes a whole processor core and much memory, and a flood of
 * tries must not take them from everything else.
 */
export const createDerivationQueue = (): TurnQueue =>
  new TurnQueue({ atOnce: 1, waiting: WAITING_PASSWORD_CHECKS });
