import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';

/** Some milliseconds of whatever is done with them. */
const ROWS_BEFORE_YIELD = 2_000;
/** What a folder costs beside its rows, however few it has. */
const ROWS_A_FOLDER = 10;

let rowsSinceYield = 0;

/**
 * Called for each folder that a caller reads, with the number of its rows: after some thousands of them other work has its
 * turn. One count for all readers, as there is one event loop: trees may name a folder of a few bytes over and over, and
 * walks of them make readers as they need them. What is read from memory counts as well, because nothing else waits there.
 */
export async function countRowsRead(rows: number): Promise<void> {
  rowsSinceYield += rows + ROWS_A_FOLDER;
  if (rowsSinceYield < ROWS_BEFORE_YIELD) return;
  rowsSinceYield = 0;
  await yieldToEventLoop();
}

/** Begins to count anew, for a run that has to go the same way each time. */
export function countRowsAnew(): void {
  rowsSinceYield = 0;
}
