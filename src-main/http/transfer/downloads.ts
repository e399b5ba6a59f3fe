import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { makeZip } from 'client-zip';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OpenedZip, ZipEntry } from '../../usecases/files/zip-downloads.ts';
import { answerShareOf } from '../answer-memory.ts';
import type { HttpContext } from '../http-context.ts';
import { param } from '../request-context.ts';
import { INERT_HEADERS } from '../security-headers.ts';
import type { HttpServices } from '../services.ts';
import { contentDisposition, sendFile } from './send-file.ts';
import { uploadRoutes } from './uploads.ts';

/** A file's bytes for any client with the link. The name in the address is for people; the token says which file. */
function fileRoutes(app: FastifyInstance, { files: { downloads } }: HttpServices): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    return sendFile(request, reply, await downloads.open(param(request, 'token')));
  };
  app.route({
    // Its own HEAD: the one that fastify adds would replace the length by that of the empty answer.
    method: ['GET', 'HEAD'],
    exposeHeadRoute: false,
    url: '/files/:token/*',
    config: { access: 'anonymous', anyType: true },
    handler,
  });
}

/** An archive for any client with the link. */
function zipRoutes(app: FastifyInstance, { files: { zips } }: HttpServices): void {
  app.route({
    method: 'GET',
    // Only the whole archive knows how long it is, so there is nothing to answer HEAD with.
    exposeHeadRoute: false,
    url: '/zip/:token',
    config: { access: 'anonymous', anyType: true },
    handler: (request, reply) => sendZip(request, reply, zips.open(param(request, 'token'))),
  });
}

/** Answers with an archive, made as it is read. */
export async function sendZip(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, person, entries }: OpenedZip,
): Promise<FastifyReply> {
  reply.headers({
    ...INERT_HEADERS,
    'content-type': 'application/zip',
    'content-disposition': contentDisposition(name),
  });
  if (request.method === 'HEAD') return reply.send();
  return reply.send(zipStream(entries(answerShareOf(request, reply, person))));
}

/** What the format can date: from 1980 on, and seven bits of years. */
const FIRST_SECONDS = Date.UTC(1980, 0, 2) / 1000;
const LAST_SECONDS = Date.UTC(2107, 11, 30) / 1000;

/** An archive of stored files, made as it is read; zip64 where sizes need it. */
export function zipStream(entries: AsyncGenerator<ZipEntry>): Readable {
  const stream = Readable.fromWeb(makeZip(filesOf(entries)) as ReadableStream, { highWaterMark: 1 });
  // The archive does not tell its entries when it is no longer read.
  stream.once('close', () => entries.return(undefined).then(undefined, () => undefined));
  return stream;
}

async function* filesOf(entries: AsyncGenerator<ZipEntry>) {
  for await (const { path, mtimeSeconds, content } of entries) {
    const seconds = Math.min(Math.max(mtimeSeconds, FIRST_SECONDS), LAST_SECONDS);
    const facts = { name: path, lastModified: new Date(seconds * 1000) };
    yield content === null ? facts : { ...facts, input: content };
  }
}

/** Everything below `/seafhttp` that a link's own token authorises. */
export function registerTransfer(app: FastifyInstance, { services }: HttpContext): void {
  // Bodies stay unread: the routes take them as they come in.
  app.addContentTypeParser('*', async () => undefined);
  fileRoutes(app, services);
  uploadRoutes(app, services);
  zipRoutes(app, services);
}
