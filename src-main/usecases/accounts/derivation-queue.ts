import { WAITING_PASSWORD_CHECKS } from '../../core/limits.ts';
import { FairQueue } from '../../engine/scheduling/fair-queue.ts';

/**
 * Lets one derivation of a password run at a time: each takes a whole processor core and much memory, and a flood of
 * tries must not take them from everything else.
 */
export const createDerivationQueue = (): FairQueue =>
  new FairQueue({ atOnce: 1, waiting: WAITING_PASSWORD_CHECKS });
