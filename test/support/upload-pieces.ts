import type { KeepFile, Upload } from '../../src-main/usecases/files/uploads.ts';

/** A text as it comes in, a piece at a time. */
export async function* textIn(...pieces: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece);
}

/** What comes in until the connection breaks. */
export async function* brokenAfter(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* pieces;
  throw new Error('the connection broke');
}

/** Begins an upload, puts what `bring` keeps of it and ends it, as every caller of the use case does. */
export async function putUpload<Request, Made>(
  begun: Promise<Upload<Request, Made>>,
  bring: (keep: KeepFile) => Promise<Request>,
): Promise<Made> {
  const { keep, put, end } = await begun;
  return bring(keep).then(put).finally(end);
}
