import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange } from '../../services/library-contents.ts';
import { sendPieces } from '../send-pieces.ts';
import type { FileAnswer } from './file-answer.ts';

export interface SentFile {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly answer: FileAnswer;
  /** The bytes, or those of a range, in pieces whose memory is nobody else's. */
  readonly read: (range?: ByteRange) => AsyncGenerator<Buffer>;
}

/** Answers with a file. @throws what reading the first piece throws; later the connection is broken off */
export async function sendFile({ request, reply, answer, read }: SentFile): Promise<FastifyReply> {
  const { status, headers, bytes } = answer;
  reply.code(status).headers(headers);
  if (bytes === null || request.method === 'HEAD') return reply.send();
  const pieces = bytes === 'all' ? read() : read(bytes);
  // Its failure still gets an answer of its own.
  const first = await pieces.next();
  return first.done === true ? reply.send() : sendPieces(reply, allPieces(first.value, pieces));
}

async function* allPieces(first: Buffer, others: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* others;
}
