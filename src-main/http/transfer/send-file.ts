import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenedDownload } from '../../usecases/files/downloads.ts';
import { answerShareOf } from '../answer-memory.ts';
import { sendPieces } from '../send-pieces.ts';
import { fileAnswer } from './file-answer.ts';

/** Answers with a file. @param ownHeaders in place of those that files have @throws what reading the first piece throws; later the connection is broken off */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  download: OpenedDownload,
  ownHeaders: Readonly<Record<string, string>> = {},
): Promise<FastifyReply> {
  const { status, headers, bytes } = fileAnswer(download, request.headers);
  reply.code(status).headers(headers).headers(ownHeaders);
  if (bytes === null || request.method === 'HEAD') return reply.send();
  const range = bytes === 'all' ? undefined : bytes;
  const pieces = download.content.read(range, answerShareOf(request, reply, download.person));
  // Its failure still gets an answer of its own.
  const first = await pieces.next();
  return sendPieces(reply, allPieces(first, pieces));
}

async function* allPieces(
  first: IteratorResult<Buffer>,
  others: AsyncGenerator<Buffer>,
): AsyncGenerator<Buffer> {
  if (first.done === true) return;
  yield first.value;
  yield* others;
}
