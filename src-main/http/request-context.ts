import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access, CallSpec } from '../../src-shared/contract/call-spec.ts';
import type { FieldSpecs } from '../../src-shared/contract/field-spec.ts';
import type { Caller } from '../core/access/caller.ts';
import type { LibraryId } from '../core/library/library-id.ts';
import type { CommitId } from '../core/objects/object-id.ts';
import { addressOf } from './client-address.ts';
import { declaredFields, type Fields } from './declared-fields.ts';
import type { ErrorOverrides } from './error-wording.ts';
import { eitherOf, NO_FIELDS, type SentFields } from './fields.ts';
import { RequestError } from './request-error.ts';
import type { ReachedOrigins } from './request-guards.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the surface's hook before any route that is not anonymous. */
    caller: Caller | null;
    /** The API token the caller showed. */
    token: string | null;
    queryFields: SentFields;
    /** Set by the first hook of all. */
    reached: ReachedOrigins | null;
  }
  interface FastifyContextConfig {
    /** What the call takes and answers; set for every route but the files of the user interface. */
    call?: CallSpec;
    /** Absent: what the surface asks for. */
    access?: Access;
    errors?: ErrorOverrides;
    /** Of a call that does one of several things: which, for the words of its refusals. */
    operationOf?: (request: FastifyRequest) => string;
    /** The route answers something else than JSON, whatever the request accepts. */
    anyType?: boolean;
    /** Refusals of a file link go out as JSON with their text in this member, rather than as plain text. */
    errorMember?: 'error';
    /** Of what a page for visitors shows: a page asks for many at once, so they are not counted as calls. */
    isPartOfPage?: boolean;
  }
}

declare const QUERY: unique symbol;
declare const BODY: unique symbol;
/** A request for a call that declares these fields. */
export type RequestFor<Query, Body> = FastifyRequest & {
  readonly [QUERY]?: Query;
  readonly [BODY]?: Body;
};

/** In route patterns: what does not look like a library id names no route. */
export const LIBRARY = ':library_id(^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$)';
export const COMMIT = ':commit_id(^[0-9a-f]{40}$)';
export const GROUP = ':group_id(^[0-9]{1,9}$)';

export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error('a route without authentication asked for its caller');
  return request.caller;
}

/** @throws Error when the route has no such parameter: a bug in the route. */
export function param(request: FastifyRequest, name: string): string {
  const value: unknown = (request.params as Record<string, unknown>)[name];
  if (typeof value !== 'string') throw new Error(`the route has no parameter ${name}`);
  return value;
}

/** The library a route with the `LIBRARY` pattern is about. */
export function libraryIdOf(request: FastifyRequest): LibraryId {
  return param(request, 'library_id') as LibraryId;
}

/** The commit a route with the `COMMIT` pattern is about. */
export function commitIdOf(request: FastifyRequest): CommitId {
  return param(request, 'commit_id') as CommitId;
}

export function groupIdOf(request: FastifyRequest): number {
  return Number(param(request, 'group_id'));
}

export function queryOf<Query = FieldSpecs>(request: RequestFor<Query, unknown>): Fields<Query> {
  return declaredFields(request.queryFields, callSpecOf(request).query ?? {}) as Fields<Query>;
}

export function bodyOf<Body = FieldSpecs>(request: RequestFor<unknown, Body>): Fields<Body> {
  return declaredFields(sentBody(request), callSpecOf(request).body ?? {}) as Fields<Body>;
}

/** Fields of the body; those that it lacks from the query. Calls that have both must be declared as mixed. */
export function fieldsOf(request: FastifyRequest): Fields {
  return mixedFields(request, sentBody(request));
}

/** Like `fieldsOf`, for a form that the route read itself. */
export function mixedFields(request: FastifyRequest, form: SentFields): Fields {
  const { query, body, mixed } = callSpecOf(request);
  if (body !== undefined && mixed !== true) throw new Error('the call is not declared as mixed');
  return declaredFields(eitherOf(form, request.queryFields), { ...query, ...body });
}

function sentBody(request: FastifyRequest): SentFields {
  return (request.body as SentFields | undefined | null) ?? NO_FIELDS;
}

function callSpecOf(request: FastifyRequest): CallSpec {
  const { call } = request.routeOptions.config;
  if (call === undefined) throw new Error('the route declares nothing of what it takes');
  return call;
}

/** Whose share a request takes: the e-mail of its person, else its address. */
export function senderOf(request: FastifyRequest): string {
  return request.caller?.email ?? request.syncVisit?.bearer.email ?? addressOf(request);
}

// The client never sees this answer; as a refusal it is not logged as a fault.
const CLIENT_GONE = new RequestError(499, 'client-gone', 'The client hung up.');

/** Aborts when the client hangs up before it has its answer: for work that is of no use then. */
export function untilGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort(CLIENT_GONE));
  return gone.signal;
}
