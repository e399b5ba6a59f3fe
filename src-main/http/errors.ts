import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { DomainErrorCode } from '../../src-shared/error-codes.ts';
import { ERROR_HEADER } from '../../src-shared/headers.ts';
import { DomainError, type ErrorDetail, passingRefusal } from '../core/errors.ts';
import { DAV_ERRORS } from './error-tables/dav.ts';
import { LOCAL_ERRORS, PUBLIC_ERRORS } from './error-tables/local.ts';
import { SYNC_ERRORS, TRANSFER_ERRORS } from './error-tables/seafhttp.ts';
import { ADMIN_ERRORS, API2_ERRORS, SEAFILE_ERRORS } from './error-tables/seafile.ts';
import {
  type ErrorOverrides,
  type ErrorTable,
  type ErrorWording,
  textOf,
  wordingOf,
} from './error-wording.ts';
import { indentOf } from './json-answer.ts';
import { PAGE_HEADERS, refusalPage } from './public/page.ts';
import { messagesFor, type VisitorRefusal } from './public/page-messages.ts';
import { FIELD_UNREADABLE, RequestError } from './request-error.ts';
import { PRIVATE_HEADERS } from './security-headers.ts';
import { pathOf, type Surface, surfaceOf } from './surface.ts';

/** The wording of every refusal, by surface. */
export const ERROR_TABLES = {
  api2: API2_ERRORS,
  'api-v21': SEAFILE_ERRORS,
  admin: ADMIN_ERRORS,
  local: LOCAL_ERRORS,
  transfer: TRANSFER_ERRORS,
  sync: SYNC_ERRORS,
  public: PUBLIC_ERRORS,
  dav: DAV_ERRORS,
  ui: SEAFILE_ERRORS,
} satisfies Record<Surface, ErrorTable>;

/** Why nothing can be written until the next start: the disk failed, whatever the caller may do. */
const STORAGE_REASONS: ReadonlySet<string> = new Set(['storage-failed', 'journal-failed']);

const STORAGE_FAILED: ErrorWording = {
  status: 503,
  text: 'The data folder cannot be written to any more. Mend that, then start the server again.',
};

/** A refusal, ready to send. */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Text for the transfer, sync and WebDAV surfaces, a `VisitorRefusal` for visitors, else an object for JSON. */
  readonly body: unknown;
}

/** How a service's refusal reads on a surface. */
export function domainAnswer(
  error: DomainError,
  surface: Surface,
  overrides?: ErrorOverrides,
  operation?: string,
): ErrorAnswer {
  const isStorage = STORAGE_REASONS.has(error.detail.reason ?? '');
  const wording = isStorage
    ? STORAGE_FAILED
    : wordingOf(error.code, ERROR_TABLES[surface], overrides, error.detail);
  const text = textOf(wording, { ...error.detail, operation });
  const seconds = error.detail.retryAfterSeconds;
  const headers = seconds === undefined ? {} : { 'retry-after': String(Math.ceil(seconds)) };
  const { status, key = 'error_msg', body } = wording;
  if (body !== undefined) return { status, headers, body };
  const { code } = error;
  return answerOn(surface, { status, code, text, key, headers, facts: factsOf(code, error.detail) });
}

/** How a refusal of the HTTP layer reads on a surface. */
function requestAnswer(error: RequestError, surface: Surface): ErrorAnswer {
  const { status, code, message: text, headers, body } = error;
  if (body !== null) return { status, headers, body };
  const key = code === FIELD_UNREADABLE ? 'error_msg' : 'detail';
  return answerOn(surface, { status, code, text, key, headers });
}

/** How a bug reads: constant, so that nothing about the inside leaks. */
export function faultAnswer(surface: Surface, requestId: string): ErrorAnswer {
  const text = 'Internal Server Error';
  const headers = { 'x-request-id': requestId };
  return answerOn(surface, { status: 500, code: 'fault', text, key: 'error_msg', headers });
}

interface Refusal {
  status: number;
  code: string;
  text: string;
  key: 'error_msg' | 'detail' | 'non_field_errors';
  headers: Readonly<Record<string, string>>;
  /** For our own surface, whose clients may have words of their own. */
  facts?: Readonly<Record<string, string>>;
}

/** Why, and what about, for clients that word it in another language; nothing where the code says all. */
function factsOf(
  code: DomainErrorCode,
  { field, value, reason }: ErrorDetail,
): Readonly<Record<string, string>> {
  // Of an argument the code says nothing but that it is one.
  const isArgument = code === 'argument-invalid' || code === 'argument-missing';
  if (reason === undefined) return isArgument && field !== undefined ? { field } : {};
  return { reason, ...(field === undefined ? {} : { field }), ...(value === undefined ? {} : { value }) };
}

function answerOn(surface: Surface, { status, code, text, key, headers, facts }: Refusal): ErrorAnswer {
  if (surface === 'sync' || surface === 'dav') return { status, headers, body: text };
  if (surface === 'transfer') return { status, headers: { ...headers, [ERROR_HEADER]: code }, body: text };
  if (surface === 'public') {
    const wait = headers['retry-after'];
    const waitSeconds = wait === undefined ? undefined : Number(wait);
    const body: VisitorRefusal = { code, text, reason: facts?.['reason'], waitSeconds };
    return { status, headers: { ...headers, ...PAGE_HEADERS }, body };
  }
  if (surface === 'local') {
    return {
      status,
      headers: { ...headers, [ERROR_HEADER]: code },
      body: { error_code: code, error_msg: text, ...facts },
    };
  }
  return { status, headers, body: { [key]: key === 'non_field_errors' ? [text] : text } };
}

/** Sends what went wrong with a request in the words of its surface. A fault is logged here, once. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const surface = surfaceOf(pathOf(request.raw.url ?? ''));
  const { errorMember } = request.routeOptions.config;
  const worded = answerOf(error, request, surface);
  const answer = errorMember === undefined ? worded : { ...worded, body: { [errorMember]: worded.body } };
  reply.code(answer.status).headers(PRIVATE_HEADERS).headers(answer.headers);
  if (surface === 'public') {
    const messages = messagesFor(request.headers['accept-language']);
    reply.serializer(String).send(refusalPage(messages, answer.body as VisitorRefusal));
    return;
  }
  if (typeof answer.body === 'string') {
    reply.type('text/plain; charset=utf-8').serializer(String).send(answer.body);
    return;
  }
  const indent = indentOf(request.headers.accept);
  reply.serializer((value) => JSON.stringify(value, null, indent));
  reply.type('application/json; charset=utf-8').send(answer.body);
}

/** Undefined also where it cannot be read: then the request is refused for that. */
function operationIn(request: FastifyRequest): string | undefined {
  try {
    return request.routeOptions.config.operationOf?.(request);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return undefined;
  }
}

function answerOf(error: unknown, request: FastifyRequest, surface: Surface): ErrorAnswer {
  // A full disk or too many open files may show anywhere, also where no service expects it.
  const domainError = error instanceof DomainError ? error : passingRefusal(error);
  if (domainError !== null) {
    const { errors } = request.routeOptions.config;
    return domainAnswer(domainError, surface, errors, operationIn(request));
  }
  const refusal = error instanceof RequestError ? error : frameworkRefusal(error);
  if (refusal !== null) return requestAnswer(refusal, surface);
  const route = `${request.method} ${request.routeOptions.url ?? ''}`;
  request.log.error({ event: 'request-failed', requestId: request.id, route, err: error });
  return faultAnswer(surface, request.id);
}

/** The refusal behind an error of fastify itself; null for anything that is a fault. */
function frameworkRefusal(error: unknown): RequestError | null {
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new RequestError(415, 'media-type-unsupported', 'Unsupported media type in request.');
  if (code === 'FST_ERR_BAD_URL')
    return new RequestError(400, 'bad-request', 'Bad percent-encoding in the address.');
  if (code === 'FST_ERR_MAX_PARAM_LENGTH')
    return new RequestError(414, 'target-too-long', 'Address too long.');
  if (statusCode === undefined || statusCode < 400 || statusCode > 499) return null;
  return new RequestError(statusCode, 'bad-request', 'Bad request.');
}
