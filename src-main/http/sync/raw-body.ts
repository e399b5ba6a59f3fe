import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { blockMemory } from '../../memory/block-memory.ts';
import { type BodyShare, bodyShareOf, collectBody, passingPieces } from '../body-memory.ts';
import { bodyTooLarge, RequestError, unreadableBody } from '../request-error.ts';

/** Memory that a body gets before it has brought anything. */
const FIRST_BYTES = 1024 * 1024;
/** A body that has filled its memory gets so many times as much: it never holds more than twice what has come. */
const GROWTH = 2;

/**
 * The bytes of a request, whatever they are called: clients call everything a form. A body of a known length is read
 * into one piece of memory, which is taken as it comes in.
 * @throws RequestError 413 beyond the route's limit; 400 when it ends early
 * @throws DomainError `busy` when too much of other bodies is in memory
 */
export async function readRawBody(request: FastifyRequest, payload: AsyncIterable<Buffer>): Promise<Buffer> {
  const limit = request.routeOptions.bodyLimit ?? 0;
  const { 'content-length': length } = request.headers;
  const claimed = length === undefined ? null : Number(length);
  if (claimed !== null && claimed > limit) throw tooLarge(limit);
  const share = bodyShareOf(request);
  // Told before the first byte is taken, while the client can still be answered.
  share.requireRoom(claimed ?? limit);
  share.came(0);
  try {
    const body = await (claimed === null
      ? collectBody(payload, { maxBytes: limit, tooLarge: tooLarge(limit), share })
      : fill(passingPieces(payload, request.raw), claimed, share));
    share.whole();
    return body;
  } catch (cause) {
    if (cause instanceof RequestError || cause instanceof DomainError) throw cause;
    // The client is gone and reads no answer.
    throw unreadableBody('The body ended early.');
  }
}

async function fill(pieces: AsyncIterable<Uint8Array>, length: number, share: BodyShare): Promise<Buffer> {
  let body = taken(Math.min(length, FIRST_BYTES), share);
  let at = 0;
  try {
    for await (const piece of pieces) {
      const end = Math.min(at + piece.length, length);
      if (end > body.length)
        body = moved(body, taken(Math.min(length, Math.max(end, body.length * GROWTH)), share));
      body.set(piece.subarray(0, end - at), at);
      at = end;
      share.came(at);
    }
    if (at < length) throw unreadableBody('The body ended early.');
    return body;
  } catch (error) {
    blockMemory.release(body);
    throw error;
  }
}

function taken(sizeBytes: number, share: BodyShare): Buffer {
  share.grow(sizeBytes);
  return blockMemory.take(sizeBytes);
}

function moved(from: Buffer, to: Buffer): Buffer {
  to.set(from);
  blockMemory.release(from);
  return to;
}

function tooLarge(limit: number): RequestError {
  return bodyTooLarge(`The body is larger than ${limit} bytes.`);
}
