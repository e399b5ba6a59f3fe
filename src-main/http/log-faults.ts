import type { FastifyBaseLogger } from 'fastify';
import type { FaultListener } from '../engine/scheduling/background.ts';

/** Writes faults of what no request waits for into the log. */
export function faultsIn(log: FastifyBaseLogger, event: string): FaultListener {
  return (err) => log.error({ event, err });
}
