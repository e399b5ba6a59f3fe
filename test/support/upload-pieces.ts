/** A text as it comes in, a piece at a time. */
export async function* textIn(...pieces: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece);
}

/** What comes in until the connection breaks. */
export async function* brokenAfter(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* pieces;
  throw new Error('the connection broke');
}
