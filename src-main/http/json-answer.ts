import { Readable } from 'node:stream';
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
  if (!acceptsJson(accept))
    throw new RequestError(406, 'not-acceptable', 'Could not satisfy the request Accept header.');
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
