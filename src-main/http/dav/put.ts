import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkNewItemName } from '../../core/library/name.ts';
import { nameOf } from '../../core/library/path.ts';
import { LAST_SECOND } from '../../core/limits.ts';
import type { KeepFile } from '../../usecases/files/uploads.ts';
import { passingPieces } from '../body-memory.ts';
import { remoteAddressOf } from '../client-address.ts';
import { notFound, RequestError, unreadableBody } from '../request-error.ts';
import { receiveUpload } from '../transfer/receive-upload.ts';
import { checkConditions, placeOfNew, requireUnlocked } from './conditions.ts';
import { type FoundPlace, find } from './places.ts';
import {
  atOf,
  conflict,
  forbidden,
  headerOf,
  NO_PARENT,
  refusePast,
  sendContinue,
  type Visit,
} from './visit.ts';

/** Takes a file in, as one commit. What can be refused is refused before its bytes come in. */
export async function put(visit: Visit): Promise<FastifyReply> {
  const { reply, services, caller, request } = visit;
  const found = await placeForFile(visit);
  const { tokens, expects } = await checkConditions(visit, found);
  const isNew = found.item === null;
  requireUnlocked(visit, tokens, [{ at: atOf(found), changesParent: isNew }]);
  const [mtimeSeconds, checksum] = [mtimeIn(visit), checksumIn(visit)];
  if (headerOf(visit, 'content-range') !== undefined)
    throw new RequestError(400, 'bad-request', 'A part of a file is not taken.');
  services.libraries.driveLibraries.requireWritable(caller, atOf(found).libraryId);
  const begun = services.uploads.uploads.beginPutting(caller, atOf(found), remoteAddressOf(request));
  const { id } = await receiveUpload(begun, async (keep) => {
    sendContinue(visit);
    const file = await received(request, keep, checksum);
    return { file, mtimeSeconds, ...(expects === undefined ? {} : { expects }) };
  });
  if (isNew) services.files.itemProperties.forget(caller, atOf(found));
  reply.header('etag', `"${id}"`);
  if (mtimeSeconds !== null) reply.header('x-oc-mtime', 'accepted');
  return reply.code(isNew ? 201 : 204).send();
}

/** @throws RequestError 403, 405, 409; DomainError `name-invalid` */
export async function placeForFile(visit: Visit): Promise<FoundPlace> {
  const { services, caller, place } = visit;
  refusePast(place);
  if (place.kind === 'nothing' && place.newName !== null)
    throw forbidden('Beside the libraries there are no files: choose a library for it.');
  if (place.kind === 'nothing') throw conflict(NO_PARENT);
  if (place.kind !== 'item') throw isFolder();
  const found = await find(services, caller, place);
  if (found.item?.kind === 'dir') throw isFolder();
  if (found.item !== null) return found;
  const isNamedAsFolder = (visit.request.raw.url ?? '').replace(/\?.*$/, '').endsWith('/');
  if (isNamedAsFolder) throw conflict('The address is that of a folder.');
  checkNewItemName(nameOf(found.path));
  return placeOfNew(visit, found);
}

function isFolder(): RequestError {
  return new RequestError(405, 'method-not-allowed', 'A folder has the name.');
}

/** Seconds since 1970, with which some programs keep the time of a file. @throws RequestError 400 */
function mtimeIn(visit: Visit): number | null {
  const text = headerOf(visit, 'x-oc-mtime');
  if (text === undefined) return null;
  const seconds = Math.floor(Number(text));
  if (/^\d{1,12}(\.\d{1,9})?$/.test(text) && seconds <= LAST_SECOND) return seconds;
  throw new RequestError(400, 'bad-request', 'The header X-OC-Mtime is no time.');
}

interface Checksum {
  readonly algorithm: 'sha1' | 'md5';
  readonly hex: string;
}

/** Null: there is none that is known. @throws RequestError 400 */
function checksumIn(visit: Visit): Checksum | null {
  const [, name = '', hex = ''] = /^(\w+):(\w+)$/.exec(headerOf(visit, 'oc-checksum') ?? '') ?? [];
  const algorithm = name.toLowerCase();
  if (algorithm !== 'sha1' && algorithm !== 'md5') return null;
  return { algorithm, hex: hex.toLowerCase() };
}

/** The body as it comes in. @throws RequestError 400 when it is cut, or not what its sender has hashed */
async function received({ raw }: FastifyRequest, keep: KeepFile, checksum: Checksum | null) {
  const hash = checksum === null ? null : createHash(checksum.algorithm);
  let isCut = false;
  async function* pieces() {
    try {
      for await (const piece of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
        hash?.update(piece);
        yield piece;
      }
    } catch {
      isCut = true;
    }
    if (isCut || !raw.complete) throw unreadableBody('The body ended early.');
  }
  const content = await keep('', passingPieces(pieces(), raw));
  if (raw.socket.destroyed) throw unreadableBody('The body ended early.');
  if (hash !== null && hash.digest('hex') !== checksum?.hex)
    throw new RequestError(400, 'checksum-wrong', 'The bytes are not those that the checksum is of.');
  return content;
}

/** What one asks of a place that must be there. @throws RequestError 404 */
export async function existing(visit: Visit): Promise<FoundPlace> {
  const { place, services, caller } = visit;
  if (place.kind !== 'item') throw notFound();
  const found = await find(services, caller, place);
  if (found.item === null) throw notFound();
  return found;
}
