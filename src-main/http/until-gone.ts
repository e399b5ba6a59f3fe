import type { FastifyReply } from 'fastify';

/** Aborts when the client hangs up before it has its answer: for work that is of no use then. */
export function untilGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}
