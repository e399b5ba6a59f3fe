import { randomBytes, randomUUID } from 'node:crypto';
import type { Ids, RunningClock } from '../engine/ports.ts';

export const systemClock: RunningClock = {
  nowSeconds: () => Math.floor(Date.now() / 1000),
  nowMs: () => Date.now(),
  steadyMs: () => performance.now(),
};

export const systemIds: Ids = {
  uuid: () => randomUUID(),
  hex: (byteCount) => randomBytes(byteCount).toString('hex'),
};
