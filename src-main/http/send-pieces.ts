import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { blockMemory } from '../memory/block-memory.ts';

/**
 * Sends a body as long as the `content-length` of the reply says, as fast as it is taken, and gives the memory of each
 * piece back, which must have no other user. It cannot be told from outside when a stream is done with a piece, and
 * left to the garbage collector, blocks made it run all through a download. Pieces that fail to come break the
 * connection off, so that what is cut never looks whole; so does a piece too many, which would be taken for the answer
 * to the client's next request.
 */
export async function sendPieces(
  reply: FastifyReply,
  pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<FastifyReply> {
  reply.hijack();
  const response = reply.raw;
  response.strictContentLength = true;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) response.setHeader(name, value);
  }
  try {
    for await (const piece of exactly(Number(reply.getHeader('content-length')), pieces)) {
      if (!(await send(response, piece))) return reply;
    }
    response.end();
  } catch (error) {
    // A client that is gone is no fault.
    if (!response.destroyed) reply.log.error({ err: error }, 'an answer broke off');
    response.destroy();
  }
  return reply;
}

/** The pieces, up to the first that is too many. @throws Error unless they have just this length */
async function* exactly(
  lengthBytes: number,
  pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<Buffer> {
  let leftBytes = lengthBytes;
  for await (const piece of pieces) {
    leftBytes -= piece.length;
    if (leftBytes < 0) break;
    yield piece;
  }
  if (leftBytes !== 0) throw new Error(`there are not the ${lengthBytes} bytes that were announced`);
}

/** Whether the piece has been taken: not when the client is gone. */
function send(response: ServerResponse, piece: Buffer): Promise<boolean> {
  if (response.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    const leave = () => resolve(false);
    response.once('close', leave);
    response.write(blockMemory.held(piece), (error) => {
      response.off('close', leave);
      // What failed may still be on its way somewhere.
      if (!error) blockMemory.release(piece);
      resolve(!error);
    });
  });
}
