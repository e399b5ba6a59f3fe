import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock, Ids } from '../services/ports.ts';

export const systemClock: Clock = {
  nowSeconds: () => Math.floor(Date.now() / 1000),
  nowMs: () => Date.now(),
};

export const systemIds: Ids = {
  uuid: () => randomUUID(),
  hex: (byteCount) => randomBytes(byteCount).toString('hex'),
};
