import type { Timers } from './ports.ts';

/** The timers of this process. They do not keep it alive. */
export const systemTimers: Timers = {
  after(delayMs, work) {
    const timer = setTimeout(work, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
