import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../core/errors.ts';
import {
  ANONYMOUS_BODY_MAX_BYTES,
  ANONYMOUS_BODY_SECONDS,
  METADATA_BODY_MAX_BYTES,
  METADATA_BODY_SECONDS,
} from '../core/limits.ts';
import { bodyShareOf, collectBody } from './body-memory.ts';
import { type SentFields, urlEncodedFields } from './fields.ts';
import { jsonFields } from './json-fields.ts';
import { boundaryOf, multipartFields } from './multipart-fields.ts';
import { bodyTooLarge, RequestError, unreadableBody } from './request-error.ts';

type ReadFields = (body: Buffer, contentType: string) => SentFields;

const READERS: Readonly<Record<string, ReadFields>> = {
  'application/json': jsonFields,
  'application/x-www-form-urlencoded': (body) => urlEncodedFields(body.toString('latin1')),
  'multipart/form-data': (body, contentType) => multipartFields(body, boundaryOf(contentType)),
};

/** Makes `request.body` the `SentFields` of any form the interface accepts, and refuses every other content type. */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  for (const [mediaType, read] of Object.entries(READERS)) {
    app.addContentTypeParser(mediaType, async (request: FastifyRequest, payload: Readable) => {
      const body = await wholeBody(request, payload);
      const contentType = request.headers['content-type'] ?? '';
      checkCharset(contentType);
      return read(body, contentType);
    });
  }
  app.addContentTypeParser('*', async (request: FastifyRequest) => {
    throw unsupportedMediaType(request.headers['content-type'] ?? '');
  });
}

/**
 * Ends connections on which a metadata body does not come in time, and lets those of anonymous calls give way to others. A
 * hook for when it is known who asks.
 */
export async function expectBody(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { 'transfer-encoding': encoding, 'content-length': length = '0' } = request.headers;
  if (encoding === undefined && length === '0') return;
  const isAnonymous = request.caller === null;
  if (isAnonymous) request.server.connections.giveWay(request.raw);
  const seconds = isAnonymous ? ANONYMOUS_BODY_SECONDS : METADATA_BODY_SECONDS;
  const timer = setTimeout(() => request.raw.destroy(), seconds * 1000);
  const stop = () => clearTimeout(timer);
  request.raw.once('end', stop);
  reply.raw.once('close', stop);
}

async function wholeBody(request: FastifyRequest, payload: Readable): Promise<Buffer> {
  const isAnonymous = request.caller === null;
  const maxBytes = isAnonymous ? ANONYMOUS_BODY_MAX_BYTES : METADATA_BODY_MAX_BYTES;
  const tooLarge = bodyTooLarge(`The body is larger than ${isAnonymous ? '64 KiB' : '1 MiB'}.`);
  const claimed = Number(request.headers['content-length'] ?? 0);
  if (claimed > maxBytes) throw tooLarge;
  const share = bodyShareOf(request);
  share.requireRoom(claimed);
  share.came(0);
  // Not destroyed where it is refused in the middle, as the answer would go with it.
  const pieces: AsyncIterable<Buffer> = payload.iterator({ destroyOnReturn: false });
  try {
    const body = await collectBody(pieces, { maxBytes, tooLarge, share });
    share.whole();
    return body;
  } catch (cause) {
    if (cause instanceof RequestError || cause instanceof DomainError) throw cause;
    // The client is gone and reads no answer.
    throw unreadableBody('The body ended early.');
  }
}

function unsupportedMediaType(contentType: string): RequestError {
  const mediaType = contentType.split(';', 1)[0]?.trim() ?? '';
  return new RequestError(415, 'media-type-unsupported', `Unsupported media type "${mediaType}" in request.`);
}

function checkCharset(contentType: string): void {
  const charset = /;\s*charset="?([^";\s]*)/i.exec(contentType)?.[1]?.toLowerCase();
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8' && charset !== 'us-ascii')
    throw unsupportedMediaType(contentType);
}

/** Refuses compressed bodies: none of the clients sends one, and inflating is a way to fill memory. */
export function checkContentEncoding(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding'];
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw new RequestError(
    415,
    'media-type-unsupported',
    `Unsupported content encoding "${encoding}" in request.`,
  );
}
