import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';

/** A part of what a page sends: bytes, a file by its path, which Electron opens itself, or a blob, which it asks Chromium for. */
export type SentPart =
  | { readonly bytes: Uint8Array }
  | { readonly file: string }
  | { readonly blob: Uint8Array };

export interface PageRequest {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  /** Text is one part of bytes. */
  readonly body?: string | readonly SentPart[];
}

/** What the page is given; `body` is read as the page takes it, and destroyed when the page ends the request. */
export interface PageAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Readable | null;
}

/** A name as Chromium writes it into a form. */
export function escapedName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** How much waits for a page that takes nothing. */
const PIPE_BYTES = 64 * 1024;

/**
 * Has a handler answer a request of the page as Electron does: with a signal that is never aborted, and a body that is read
 * part by part, files with the `fs` of the main process.
 */
export async function answerPage(
  handler: (request: Request) => Promise<Response>,
  { url, method = 'GET', headers = {}, body }: PageRequest,
): Promise<PageAnswer> {
  const sent = typeof body === 'string' ? [{ bytes: Buffer.from(body) }] : body;
  const response = await handler(new Request(url, { method, headers, ...bodyOf(sent) }));
  const given = response.body as ReadableStream<Uint8Array> | null;
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: given === null ? null : Readable.fromWeb(given, { highWaterMark: PIPE_BYTES }),
  };
}

/** All of an answer. Fails when it breaks off. */
export async function readAnswer({ body }: PageAnswer): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of body ?? []) pieces.push(Buffer.from(piece as Uint8Array));
  return Buffer.concat(pieces);
}

/** The first of an answer that does not end, or that the page has had enough of. */
export async function startAnswer({ body }: PageAnswer): Promise<string> {
  for await (const piece of body ?? []) return Buffer.from(piece as Uint8Array).toString('utf8');
  return '';
}

function bodyOf(parts: readonly SentPart[] | undefined): Pick<RequestInit, 'body'> & { duplex?: 'half' } {
  if (parts === undefined) return {};
  const [first] = parts;
  if (parts.length === 1 && first !== undefined && 'bytes' in first)
    return { body: new Uint8Array(first.bytes) };
  const body = ReadableStream.from(piecesOf(parts)) as unknown as NonNullable<RequestInit['body']>;
  // What a variable holds may have more than the types of pages know of.
  const init = { body, duplex: 'half' as const };
  return init;
}

async function* piecesOf(parts: readonly SentPart[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if ('bytes' in part) yield part.bytes;
    else if ('blob' in part) yield part.blob;
    else yield* createReadStream(part.file) as AsyncIterable<Uint8Array>;
  }
}
