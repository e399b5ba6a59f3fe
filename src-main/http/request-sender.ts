import type { FastifyRequest } from 'fastify';
import { addressOf } from './client-address.ts';

/** Whose share a request takes: the e-mail of its person, else its address. */
export function senderOf(request: FastifyRequest): string {
  return request.caller?.email ?? request.syncVisit?.bearer.email ?? addressOf(request);
}
