const LONG_MS = 60_000;

/** What the app was to do after a minute or more. It happens when the test lets time pass, and else never. */
const held = new Map<object, () => void>();

const { setTimeout: setRealTimeout, clearTimeout: clearRealTimeout } = globalThis;

/** Keeps long waits of the app for the test to end. Those of Node itself, of connections for example, stay as they are. */
export function holdLongTimers(): void {
  const set = (act: () => void, delayMs?: number, ...args: []) => {
    const timer = setRealTimeout(act, delayMs, ...args);
    const caller = new Error('who waits').stack?.split('\n')[2] ?? '';
    if (delayMs === undefined || delayMs < LONG_MS || !/[\\/]out[\\/]main[\\/]/.test(caller)) return timer;
    clearRealTimeout(timer);
    held.set(timer, act);
    return timer;
  };
  const clear = (timer: NodeJS.Timeout | undefined): void => {
    if (timer !== undefined) held.delete(timer);
    clearRealTimeout(timer);
  };
  Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
}

/** Ends all long waits of the app now. */
export function passTime(): void {
  const acts = [...held.values()];
  held.clear();
  for (const act of acts) act();
}
