import type { FastifyRequest } from 'fastify';
import { takeMemory } from '../../core/blocks/block-memory.ts';
import { passingPieces } from '../passing-pieces.ts';
import { bodyTooLarge, RequestError, unreadableBody } from '../request-error.ts';

/** Without a byte for so long nobody sends any more. */
const STALL_MS = 60_000;

/**
 * The bytes of a request, whatever they are called: clients call everything a form. A body of a known length is read
 * into one piece of memory.
 * @throws RequestError 413 beyond the route's limit; 400 when it ends early
 */
export async function readRawBody(
  request: FastifyRequest,
  payload: AsyncIterable<Buffer> & { destroy(): unknown },
): Promise<Buffer> {
  const limit = request.routeOptions.bodyLimit ?? 0;
  const { 'content-length': length } = request.headers;
  const claimed = length === undefined ? null : Number(length);
  if (claimed !== null && claimed > limit) throw tooLarge(limit);
  // Not answered with 408, which clients take for something else.
  const stall = setTimeout(() => payload.destroy(), STALL_MS);
  try {
    return await (claimed === null
      ? collect(payload, limit, stall)
      : fill(passingPieces(payload, request.raw), claimed, stall));
  } catch (cause) {
    if (cause instanceof RequestError) throw cause;
    // The client is gone; nobody reads the answer.
    throw unreadableBody('The body ended early.');
  } finally {
    clearTimeout(stall);
  }
}

async function fill(
  pieces: AsyncIterable<Uint8Array>,
  length: number,
  stall: NodeJS.Timeout,
): Promise<Buffer> {
  const body = takeMemory(length);
  let at = 0;
  for await (const piece of pieces) {
    body.set(piece.subarray(0, Math.max(length - at, 0)), Math.min(at, length));
    at += piece.length;
    stall.refresh();
  }
  if (at < length) throw unreadableBody('The body ended early.');
  return body;
}

async function collect(pieces: AsyncIterable<Buffer>, limit: number, stall: NodeJS.Timeout): Promise<Buffer> {
  const collected: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > limit) throw tooLarge(limit);
    collected.push(piece);
    stall.refresh();
  }
  return Buffer.concat(collected);
}

function tooLarge(limit: number): RequestError {
  return bodyTooLarge(`The body is larger than ${limit} bytes.`);
}
