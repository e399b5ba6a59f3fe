import { IncomingMessage } from 'node:http';

/** Smaller pieces may lie in memory that they share with others. */
const OWN_MEMORY_BYTES = 32 * 1024;

/**
 * The pieces of a body; each is good until the next one is asked for, when its memory is given back. What comes from the
 * network is in memory that nobody else looks into: left to the garbage collector, which counts it to the heap, it makes
 * it run all the time. Pieces of other sources than `message` itself must come in its order and memory, uncopied or copied.
 */
export async function* passingPieces(
  pieces: AsyncIterable<Uint8Array>,
  message: unknown,
): AsyncGenerator<Uint8Array, void, undefined> {
  const isFromNetwork = message instanceof IncomingMessage;
  for await (const piece of pieces) {
    yield piece;
    if (isFromNetwork) giveBack(piece);
  }
}

/** A piece in the middle of its memory has others behind it, which may still be waited for. */
function giveBack({ buffer, byteOffset, byteLength }: Uint8Array): void {
  const isLast = byteOffset + byteLength === buffer.byteLength;
  if (isLast && byteLength >= OWN_MEMORY_BYTES && buffer instanceof ArrayBuffer) buffer.transfer(0);
}
