import type { FastifyInstance, FastifyRequest } from 'fastify';
import { METADATA_BODY_MAX_BYTES } from '../core/limits.ts';
import { type SentFields, urlEncodedFields } from './fields.ts';
import { jsonFields } from './json-fields.ts';
import { boundaryOf, multipartFields } from './multipart-fields.ts';
import { RequestError } from './request-error.ts';

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
    app.addContentTypeParser(
      mediaType,
      { parseAs: 'buffer', bodyLimit: METADATA_BODY_MAX_BYTES },
      async (request: FastifyRequest, body: Buffer) => {
        const contentType = request.headers['content-type'] ?? '';
        checkCharset(contentType);
        return read(body, contentType);
      },
    );
  }
  app.addContentTypeParser('*', async (request: FastifyRequest) => {
    throw unsupportedMediaType(request.headers['content-type'] ?? '');
  });
}

function unsupportedMediaType(contentType: string): RequestError {
  const mediaType = contentType.split(';', 1)[0]?.trim() ?? '';
  return new RequestError(415, 'media-type-unsupported', `Unsupported media type "${mediaType}" in request.`);
}

function checkCharset(contentType: string): void {
  const charset = /;\s*charset="?([^";\s]*)/i.exec(contentType)?.[1]?.toLowerCase();
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8' && charset !== 'us-ascii') {
    throw unsupportedMediaType(contentType);
  }
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
