import type { FastifyReply } from 'fastify';
import { notFound, RequestError } from '../request-error.ts';
import { sendFile } from '../transfer/send-file.ts';
import { checkUnchanged, etagOf } from './conditions.ts';
import { find } from './places.ts';
import { httpDate } from './properties.ts';
import { atOf, type Visit } from './visit.ts';

/** What a resource takes. */
const ALLOWED = [
  ...['OPTIONS', 'GET', 'HEAD', 'PUT', 'DELETE', 'MKCOL', 'COPY', 'MOVE'],
  ...['PROPFIND', 'PROPPATCH', 'LOCK', 'UNLOCK'],
] as const;

/** What programs ask before they sign in: that there is a drive, and nothing of what is in it. */
export function answerOptions(reply: FastifyReply): FastifyReply {
  reply.headers({ dav: '1, 2', 'ms-author-via': 'DAV', allow: ALLOWED.join(', '), 'content-length': '0' });
  return reply.code(200).send();
}

/** Sends a file, as all files are sent. @throws RequestError 404; 405 for a folder, which shows nothing in a browser */
export async function get(visit: Visit): Promise<FastifyReply> {
  const { services, caller, place, reply, request } = visit;
  if (place.kind === 'nothing') throw notFound();
  const found = place.kind === 'item' ? await find(services, caller, place) : null;
  if (found !== null && found.item === null) throw notFound();
  const item = found?.item ?? null;
  if (found === null || item?.kind !== 'file') {
    const text = 'This is a folder of a WebDAV address: open it with a program that speaks WebDAV.';
    throw new RequestError(405, 'method-not-allowed', text, { headers: { allow: ALLOWED.join(', ') } });
  }
  checkUnchanged(visit, item);
  const download = await services.files.downloads.openFor(caller, atOf(found).libraryId, item);
  reply.header('last-modified', httpDate(item.mtimeSeconds));
  return sendFile(request, reply, download, { etag: etagOf(item) ?? '' });
}
