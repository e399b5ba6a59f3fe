import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Some 2 MB: listings of more rows are sent as they are taken, and neither wait in memory nor hold up others. */
export const ROWS_AT_ONCE = 10_000;

/** Some 100 KiB of a listing. */
const ROWS_A_PIECE = 400;

/**
 * Answers with a JSON array as its rows come, so that however many there are, none of them waits in memory and the
 * client does not wait for all of them. Never indented. Rows that fail to come break the connection off, so that a cut
 * list never looks whole.
 * @param frame what stands around the array, for example `['{"rows":', '}']`
 */
export function sendRows(
  reply: FastifyReply,
  rows: Rows,
  frame: readonly [before: string, after: string] = ['', ''],
): FastifyReply {
  reply.type('application/json; charset=utf-8');
  return reply.send(Readable.from(piecesOf(rows, frame), { highWaterMark: 1 }));
}

/** Those that have to be waited for come some at a time. */
type Rows = AsyncIterable<readonly unknown[]> | Iterable<unknown>;

async function* piecesOf(rows: Rows, [before, after]: readonly [string, string]): AsyncGenerator<string> {
  let texts: string[] = [];
  let start = `${before}[`;
  for await (const some of Symbol.asyncIterator in rows ? rows : [rows]) {
    for (const row of some) {
      texts.push(JSON.stringify(row));
      if (texts.length < ROWS_A_PIECE) continue;
      yield start + texts.join();
      texts = [];
      start = ',';
    }
  }
  const isOpen = start !== ',' || texts.length > 0;
  yield `${isOpen ? start : ''}${texts.join()}]${after}`;
}
