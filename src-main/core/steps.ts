/** Work that pauses at each `yield`, so that who does it can let others have their turn there. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Does all of it in one go. */
export function inOneGo<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Does it step by step, with `nextTurn` in between. */
export async function inTurns<T>(steps: Steps<T>, nextTurn: () => Promise<unknown>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
}
