import { reconcileHeads } from '../engine/heads/reconcile-heads.ts';
import { type Check, createCheck } from '../engine/objects/check.ts';
import type { RunningClock } from '../engine/ports.ts';
import type { Store } from './store.ts';

/** As `createCheck`, of an open data folder. */
export function checkOf({ tables, ...store }: Store): Check {
  return createCheck({ ...tables, ...store });
}

/** As `reconcileHeads`, of an open data folder. */
export function reconcileHeadsOf({ tables, ...store }: Store, clock: RunningClock) {
  return reconcileHeads({ ...tables, ...store, clock });
}
