import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from './request-error.ts';

/** More is no more readable; it only multiplies the answer. */
const MAX_INDENT = 8;

/**
 * Makes whatever the route returns, text included, go out as JSON, indented as the request asks.
 * @throws RequestError 406 when the request accepts no JSON.
 */
export function answerInJson(request: FastifyRequest, reply: FastifyReply): void {
  const { accept } = request.headers;
  const indent = indentOf(accept);
  reply.type('application/json; charset=utf-8');
  reply.serializer((value) => JSON.stringify(value, null, indent));
  if (!acceptsJson(accept)) {
    throw new RequestError(406, 'not-acceptable', 'Could not satisfy the request Accept header.');
  }
}

/** The number of spaces an `Accept: application/json; indent=4` asks for, within 0 to 8. */
export function indentOf(accept: string | undefined): number {
  const match = /;\s*indent="?(\d+)/i.exec(accept ?? '');
  return match === null ? 0 : Math.min(MAX_INDENT, Number(match[1]));
}

function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  return accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const isRefused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    return !isRefused && (type === '*/*' || type === 'application/*' || type === 'application/json');
  });
}
