import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { IDS_A_LIST_MAX } from '../../core/limits.ts';
import { type CommitId, isCommitId, isObjectId, type ObjectId } from '../../core/objects/object-id.ts';
import { blockMemory } from '../../memory/block-memory.ts';
import type { SyncAccess, SyncVisit } from '../../usecases/access/sync-access.ts';
import { type BodyShare, bodyShareOf, collectBody, passingPieces } from '../body-memory.ts';
import { param, queryOf } from '../request-context.ts';
import { bodyTooLarge, RequestError, unreadableBody } from '../request-error.ts';

/** Memory that a body gets before it has brought anything. */
const FIRST_BYTES = 1024 * 1024;
/** A body that has filled its memory gets so many times as much: it never holds more than twice what has come. */
const GROWTH = 2;

/**
 * The bytes of a request, whatever they are called: clients call everything a form. A body of a known length is read
 * into one piece of memory, which is taken as it comes in.
 * @throws RequestError 413 beyond the route's limit; 400 when it ends early
 * @throws DomainError `busy` when too much of other bodies is in memory
 */
export async function readRawBody(request: FastifyRequest, payload: AsyncIterable<Buffer>): Promise<Buffer> {
  const limit = request.routeOptions.bodyLimit ?? 0;
  const { 'content-length': length } = request.headers;
  const claimed = length === undefined ? null : Number(length);
  if (claimed !== null && claimed > limit) throw tooLarge(limit);
  const share = bodyShareOf(request);
  // Told before the first byte is taken, while the client can still be answered.
  share.requireRoom(claimed ?? limit);
  share.came(0);
  try {
    const body = await (claimed === null
      ? collectBody(payload, { maxBytes: limit, tooLarge: tooLarge(limit), share })
      : fill(passingPieces(payload, request.raw), claimed, share));
    share.whole();
    return body;
  } catch (cause) {
    if (cause instanceof RequestError || cause instanceof DomainError) throw cause;
    // The client is gone and reads no answer.
    throw unreadableBody('The body ended early.');
  }
}

async function fill(pieces: AsyncIterable<Uint8Array>, length: number, share: BodyShare): Promise<Buffer> {
  let body = taken(Math.min(length, FIRST_BYTES), share);
  let at = 0;
  try {
    for await (const piece of pieces) {
      const end = Math.min(at + piece.length, length);
      if (end > body.length)
        body = moved(body, taken(Math.min(length, Math.max(end, body.length * GROWTH)), share));
      body.set(piece.subarray(0, end - at), at);
      at = end;
      share.came(at);
    }
    if (at < length) throw unreadableBody('The body ended early.');
    return body;
  } catch (error) {
    blockMemory.release(body);
    throw error;
  }
}

function taken(sizeBytes: number, share: BodyShare): Buffer {
  share.grow(sizeBytes);
  return blockMemory.take(sizeBytes);
}

function moved(from: Buffer, to: Buffer): Buffer {
  to.set(from);
  blockMemory.release(from);
  return to;
}

function tooLarge(limit: number): RequestError {
  return bodyTooLarge(`The body is larger than ${limit} bytes.`);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the hook of the sync surface before any route that is not anonymous. */
    syncVisit: SyncVisit | null;
  }
  interface FastifyContextConfig {
    /** Says that the library is deleted when it is; clients forget it then. */
    tellsDeletion?: boolean;
    /** Only for users who may write to the library. */
    isForWriters?: boolean;
  }
}

/** In route patterns: the id of an fs object or block. */
export const OBJECT = ':object_id(^[0-9a-f]{40}$)';

/**
 * Finds out whose device asks and whether it may, before any body is read.
 * @throws RequestError 400, 444
 * @throws DomainError `permission-denied`, `library-not-found`, `library-read-only`
 */
export function enterLibrary(request: FastifyRequest, access: SyncAccess, libraryId: LibraryId): SyncVisit {
  const { config } = request.routeOptions;
  const token = tokenOf(request);
  if (config.tellsDeletion === true && access.isDeleted(libraryId))
    throw new RequestError(444, 'library-deleted', 'Library is deleted.');
  const visit = access.enter(token, libraryId);
  if (config.isForWriters === true) access.requireWriter(visit);
  return visit;
}

/** Newer clients send their sync token under both names; it never is an API token here. */
function tokenOf({ headers }: FastifyRequest): string {
  const own = headers['seafile-repo-token'];
  if (typeof own === 'string' && own !== '') return own;
  const token = /^token\s+(\S+)$/i.exec(headers.authorization?.trim() ?? '')?.[1];
  if (token === undefined) throw new RequestError(400, 'unauthenticated', 'token is null');
  return token;
}

/** @throws Error on a route without authentication: a bug in the route. */
export function visitOf(request: FastifyRequest): SyncVisit {
  if (request.syncVisit === null) throw new Error('a route without authentication asked for its visit');
  return request.syncVisit;
}

/** The object of a route with the `OBJECT` pattern. */
export function objectIdIn(request: FastifyRequest): ObjectId {
  return param(request, 'object_id') as ObjectId;
}

/** A commit id in the query; null when the field is missing. @throws DomainError `argument-invalid` */
export function commitIdIn(request: FastifyRequest, field: string): CommitId | null {
  const text = queryOf(request).text(field);
  if (text === undefined || text === '') return null;
  if (!isCommitId(text)) throw new DomainError('argument-invalid', { field });
  return text;
}

/** @throws DomainError `argument-invalid`, `argument-missing` */
export function requiredCommitId(request: FastifyRequest, field: string): CommitId {
  const id = commitIdIn(request, field);
  if (id === null) throw new DomainError('argument-missing', { field });
  return id;
}

/** The whole body. */
export function bytesOf(request: FastifyRequest): Buffer {
  return (request.body as Buffer | undefined | null) ?? Buffer.alloc(0);
}

/** @throws RequestError 400 unless the body is a JSON array of at most so many texts */
export function textsOf(request: FastifyRequest, limit: number): string[] {
  const texts = parsed(bytesOf(request));
  if (!Array.isArray(texts) || texts.length > limit || !texts.every((text) => typeof text === 'string'))
    throw unreadableBody('The body is no list of ids, or too long a one.');
  return texts;
}

/** @throws RequestError 400 unless the body is a JSON array of at most 10,000 ids of objects */
export function objectIdsOf(request: FastifyRequest): ObjectId[] {
  const ids = textsOf(request, IDS_A_LIST_MAX);
  if (!ids.every(isObjectId)) throw unreadableBody('The list holds something that is no id.');
  return ids;
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw unreadableBody('The body is no JSON.');
  }
}
