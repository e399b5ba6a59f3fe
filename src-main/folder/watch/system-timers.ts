import { type FaultListener, guarded } from '../../engine/scheduling/background.ts';
import type { Timers } from '../ports.ts';

/** The timers of this process. They do not keep it alive, and no work of theirs ends it. */
export function systemTimers(onFault: FaultListener): Timers {
  return {
    after(delayMs, work) {
      const timer = setTimeout(guarded(work, onFault), delayMs);
      timer.unref();
      return () => clearTimeout(timer);
    },
  };
}
