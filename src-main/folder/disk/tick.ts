import { type FileStat, RACY_CTIME_MS } from '../../core/folder/folder-entry.ts';

/**
 * A write in the same tick of the file system's clock as our scan leaves all times as they were. Ticks of Linux are
 * 4–10 ms; a time of whole seconds may be from a file system that counts in steps of two.
 */
const TICK_MS = 20;
const COARSE_TICK_MS = 2000;

/** How long to wait until a file that rests at `nowMs` is known to have rested; 0 when it is known already. */
export function restingMs(stat: FileStat, nowMs: number): number {
  return isRacy(racyStat(stat, nowMs)) ? tickOf(stat) : 0;
}

function tickOf({ ctimeMs }: FileStat): number {
  return Number.isInteger(ctimeMs / 1000) ? COARSE_TICK_MS : TICK_MS;
}

/** The stat to remember of a file that was in this state at `nowMs`: one that matches nothing while a tick may hide a change. */
export function racyStat<Stat extends FileStat>(stat: Stat, nowMs: number): Stat {
  if (isRacy(stat)) return stat;
  const isOver = Math.abs(nowMs - stat.ctimeMs) > tickOf(stat);
  return isOver ? stat : { ...stat, ctimeMs: RACY_CTIME_MS };
}

export function isRacy(stat: FileStat): boolean {
  return stat.ctimeMs === RACY_CTIME_MS;
}
