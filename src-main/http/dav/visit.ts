import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../core/access/caller.ts';
import { DAV_BODY_MAX_BYTES } from '../../core/limits.ts';
import type { ItemAt } from '../../usecases/files/item-properties.ts';
import { bodyShareOf, collectBody } from '../body-memory.ts';
import { expectBody } from '../body-parsers.ts';
import { bodyTooLarge, RequestError, unreadableBody } from '../request-error.ts';
import type { HttpServices } from '../services.ts';
import type { Locks } from './locks.ts';
import type { Address, FoundPlace, ItemPlace, Place } from './places.ts';
import { escapeXml, parseXml, type XmlElement } from './xml.ts';

/** A request to the drive. */
export interface Visit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly services: HttpServices;
  readonly caller: Caller;
  readonly locks: Locks;
  readonly address: Address;
  readonly place: Place;
}

/** A single header of WebDAV. */
export function headerOf({ request }: Pick<Visit, 'request'>, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value.trim() : undefined;
}

export type Depth = '0' | '1' | 'infinity';

/** @param otherwise what it means that there is none @throws RequestError 400 */
export function depthOf(visit: Pick<Visit, 'request'>, otherwise: Depth): Depth {
  const text = headerOf(visit, 'depth')?.toLowerCase() ?? otherwise;
  if (text === '0' || text === '1' || text === 'infinity') return text;
  throw new RequestError(400, 'bad-request', 'The header Depth is 0, 1 or infinity.');
}

/** Null: there is no body. @throws RequestError 400, 413; DomainError `busy` */
export async function readXml({ request, reply }: Visit): Promise<XmlElement | null> {
  if (!hasBody(request)) return null;
  await expectBody(request, reply);
  sendContinue({ request, reply });
  const tooLarge = bodyTooLarge('The body is larger than 64 KiB.');
  const share = bodyShareOf(request);
  const pieces = request.raw.iterator({ destroyOnReturn: false });
  let body: Buffer;
  try {
    body = await collectBody(pieces, { maxBytes: DAV_BODY_MAX_BYTES, tooLarge, share });
  } catch (error) {
    if (error === tooLarge) throw error;
    throw unreadableBody('The body ended early.');
  }
  return body.length === 0 ? null : parseXml(body);
}

export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** Lets a client that waits for that send its body. */
export function sendContinue({ request, reply }: Pick<Visit, 'request' | 'reply'>): void {
  if (request.headers.expect?.toLowerCase() === '100-continue') reply.raw.writeContinue();
}

export function forbidden(text: string): RequestError {
  return new RequestError(403, 'not-allowed', text);
}

export function conflict(text: string): RequestError {
  return new RequestError(409, 'conflict', text);
}

export const NO_PARENT = 'The folder that it would be in is not there.';

function isPast(place: Place): boolean {
  if (place.kind === 'item') return place.snapshot !== null;
  return place.kind === 'history' || place.kind === 'snapshots' || (place.kind === 'nothing' && place.isPast);
}

/** @throws RequestError 403 */
export function refusePast(place: Place): void {
  if (isPast(place)) throw forbidden('The past cannot be changed.');
}

export function atOf({ drive, path }: ItemPlace | FoundPlace): ItemAt {
  return { libraryId: drive.view.library.id, path };
}

/** A refusal with a precondition of WebDAV's own (RFC 4918, 16), which programs tell by its name. */
export class DavError extends Error {
  override readonly name = 'DavError';
  readonly status: number;
  /** Without its namespace: `lock-token-submitted`. */
  readonly condition: string;
  /** What it is about. */
  readonly hrefs: readonly string[];

  constructor(status: number, condition: string, hrefs: readonly string[] = []) {
    super(condition);
    this.status = status;
    this.condition = condition;
    this.hrefs = hrefs;
  }
}

export function sendDavError(reply: FastifyReply, { status, condition, hrefs }: DavError): FastifyReply {
  const inner = hrefs.map((href) => `<D:href>${escapeXml(href)}</D:href>`).join('');
  const named = `<D:${condition}>${inner}</D:${condition}>`;
  return sendXml(reply.code(status), `<D:error xmlns:D="DAV:">${named}</D:error>`);
}

export function sendXml(reply: FastifyReply, xml: string): FastifyReply {
  reply.type('application/xml; charset=utf-8').serializer(String);
  return reply.send(`<?xml version="1.0" encoding="utf-8"?>\n${xml}`);
}
