import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import mime from 'mime';
import type { FileDirent } from '../../core/objects/dir-object.ts';
import type { OpenedDownload } from '../../usecases/files/downloads.ts';
import { answerShareOf } from '../answer-memory.ts';
import { INERT_HEADERS } from '../security-headers.ts';
import { sendPieces } from '../send-pieces.ts';

/** What a `Range` header asks of a body of some size. Bounds are inclusive. */
export type RangeAnswer =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly first: number; readonly last: number }
  | { readonly kind: 'unsatisfiable' };

/**
 * One range is served. Several, malformed ones and those beyond the end are unsatisfiable; other units are ignored, as
 * HTTP wants.
 */
export function rangeAnswer(header: string | undefined, sizeBytes: number): RangeAnswer {
  if (header === undefined || !/^bytes\s*=/i.test(header)) return { kind: 'whole' };
  const match = /^bytes\s*=\s*(\d{0,15})-(\d{0,15})$/i.exec(header.trim());
  const [, from = '', to = ''] = match ?? [];
  if (from === '' && to === '') return { kind: 'unsatisfiable' };
  const first = from === '' ? Math.max(0, sizeBytes - Number(to)) : Number(from);
  const last = from === '' || to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  return first <= last ? { kind: 'part', first, last } : { kind: 'unsatisfiable' };
}

/**
 * Types that no page can run, be styled by or be made of, so that nothing people store is a program of our own origin.
 * All others, drawings that may hold scripts among them, are bytes to browsers.
 */
const HARMLESS = /^(image\/(?!svg)|audio\/|video\/|text\/(plain|csv|markdown)$|application\/pdf$)/;

/** Headers of a file's bytes, whichever part of them is sent. */
export function fileHeaders(
  file: Pick<FileDirent, 'id' | 'name'>,
  isEncrypted: boolean,
): Record<string, string> {
  return {
    etag: file.id,
    ...INERT_HEADERS,
    'content-type': typeOf(file.name),
    'content-disposition': contentDisposition(file.name),
    ...(isEncrypted ? {} : { 'accept-ranges': 'bytes' }),
  };
}

function typeOf(name: string): string {
  const type = mime.getType(name) ?? '';
  return HARMLESS.test(type) ? type : 'application/octet-stream';
}

/** RFC 5987 for what can read it, then a plain name in which everything doubtful became an underscore. */
export function contentDisposition(name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment;filename*=utf-8''${encoded};filename="${name.replace(/[^ -~]|["\\%]/gu, '_')}"`;
}

/** Whether the client has these bytes already. Quotes are optional: the wire's own tags have none. */
function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const known = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, '').replace(/^"|"$/g, ''));
  return known.includes(etag) || known.includes('*');
}

/** How a request for a file is answered. Bounds are inclusive. */
export interface FileAnswer {
  readonly status: 200 | 206 | 304 | 416;
  readonly headers: Readonly<Record<string, string>>;
  /** Which bytes to send; null: none. */
  readonly bytes: 'all' | { readonly first: number; readonly last: number } | null;
}

function fileAnswer(
  { file, isEncrypted, content: { sizeBytes: size } }: OpenedDownload,
  request: IncomingHttpHeaders,
): FileAnswer {
  const headers = fileHeaders(file, isEncrypted);
  if (isUnchanged(request['if-none-match'], file.id)) return { status: 304, headers, bytes: null };
  const ifRange = String(request['if-range'] ?? file.id).replaceAll('"', '');
  // Encrypted content is opened from its beginning; a client that asked for a part gets all of it, which HTTP allows.
  const asked = ifRange === file.id && !isEncrypted ? request.range : undefined;
  const range = rangeAnswer(asked, size);
  if (range.kind === 'whole')
    return { status: 200, headers: { ...headers, 'content-length': String(size) }, bytes: 'all' };
  if (range.kind === 'unsatisfiable')
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` }, bytes: null };
  const { first, last } = range;
  const lengths = {
    'content-range': `bytes ${first}-${last}/${size}`,
    'content-length': String(last - first + 1),
  };
  return { status: 206, headers: { ...headers, ...lengths }, bytes: { first, last } };
}

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
