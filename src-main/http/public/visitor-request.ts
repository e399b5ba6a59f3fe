import type { FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_HEADER } from '../../../src-shared/headers.ts';
import type { PublicLinkKind } from '../../core/access/public-link.ts';
import { DomainError } from '../../core/errors.ts';
import { parsePath } from '../../core/library/path.ts';
import type { Knock, Visit } from '../../usecases/sharing/link-access.ts';
import { param, queryOf } from '../request-context.ts';
import { messagesFor, type PageMessages } from './page-messages.ts';
import { cookieOf } from './proof-cookie.ts';

/** Routes of visitors; they answer with pages and files. */
export const VISITORS = { access: 'anonymous', anyType: true } as const;

/** What a visitor who was let in asks for. */
export interface Seen {
  readonly visit: Visit;
  readonly path: string;
  readonly request: FastifyRequest;
}

export function messagesOf(request: FastifyRequest): PageMessages {
  return messagesFor(request.headers['accept-language']);
}

export function knock(request: FastifyRequest, kind: PublicLinkKind): Knock {
  return { kind, token: param(request, 'token'), proof: cookieOf(request.headers.cookie) };
}

/**
 * Null when a password is missing or wrong: then the answer says so to programs by a header, and by its status to those
 * that do not ask for a page. Web views show no page that comes with 403.
 */
export async function orPassword<T>(reply: FastifyReply, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'password-wrong') throw error;
    reply.header(ERROR_HEADER, error.code).code(wantsPage(reply.request) ? 200 : 403);
    return null;
  }
}

export function wantsPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.toLowerCase().includes('text/html') === true;
}

/** The file itself, to be kept or to be shown by a page. */
export function wantsBytes(request: FastifyRequest): boolean {
  return queryOf(request).boolean('dl') || wantsRaw(request);
}

export function wantsRaw(request: FastifyRequest): boolean {
  return queryOf(request).boolean('raw');
}

/** Where in the folder of the link. @throws DomainError `path-invalid` */
export function pathIn(request: FastifyRequest): string {
  return parsePath(queryOf(request).optional('p') ?? '/');
}
