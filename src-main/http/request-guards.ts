import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { RequestError } from './request-error.ts';
import { NOTIFICATION_PATH, pathOf, surfaceOf } from './surface.ts';

/** Which names and pages may reach the server. */
export interface ReachConfig {
  /** Host names besides 127.0.0.1, [::1] and localhost. With a port: that port; without: the one listened on. */
  readonly hostNames: readonly string[];
  /** Origins of pages besides the server's own, for example the desktop window's. */
  readonly origins: readonly string[];
}

const LOOPBACK_NAMES = ['127.0.0.1', '[::1]', 'localhost'] as const;

/** Longer than any address of the interface with a 4,096-byte path escaped twice over. */
const MAX_TARGET_LENGTH = 8 * 1024;

/**
 * Refuses requests that a web page, another machine or a confused proxy should not be able to make: rebound host
 * names, foreign origins, targets in a form that would be routed differently than it reads.
 * @throws RequestError 400, 403, 414
 */
export function checkReach(request: FastifyRequest, config: ReachConfig): void {
  const { raw } = request;
  checkTarget(raw.url ?? '');
  const host = singleHost(raw.rawHeaders);
  if (headerValues(raw.rawHeaders, 'authorization').length > 1) {
    throw new RequestError(400, 'bad-request', 'More than one Authorization header.');
  }
  if (!isAllowedHost(host, portFor(raw, host), config.hostNames)) throw forbidden('Host not allowed.');
  if (!isAllowedOrigin(request, host, config.origins)) throw forbidden('Origin not allowed.');
  const isTransfer = surfaceOf(pathOf(raw.url ?? '')) === 'transfer';
  if (request.method === 'OPTIONS' && !isTransfer) throw forbidden('Not allowed.');
}

function forbidden(text: string): RequestError {
  return new RequestError(403, 'not-allowed', text);
}

function checkTarget(target: string): void {
  // The router would strip the scheme and host of an absolute-form target and serve the rest.
  if (!target.startsWith('/')) throw new RequestError(400, 'bad-request', 'Bad request target.');
  if (target.length > MAX_TARGET_LENGTH) throw new RequestError(414, 'target-too-long', 'Address too long.');
}

function singleHost(rawHeaders: readonly string[]): string {
  const hosts = headerValues(rawHeaders, 'host');
  const [host] = hosts;
  if (host === undefined || hosts.length > 1)
    throw new RequestError(400, 'bad-request', 'Exactly one Host is needed.');
  return host;
}

/** The port that a Host must name; undefined: any, or none at all. */
function portFor({ url, socket }: IncomingMessage, host: string): number | undefined {
  // Official sync clients leave the port out of both Host and Origin there, which then still belong together.
  const isLeftOut = pathOf(url ?? '') === NOTIFICATION_PATH && !/:\d+$/.test(host);
  return isLeftOut ? undefined : socket.localPort;
}

/** @param rawHeaders names and values in turn, duplicates included (`headers` hides them). */
function headerValues(rawHeaders: readonly string[], name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}

/** @param port undefined when the request did not come through a socket; then any port is as good as another. */
function isAllowedHost(host: string, port: number | undefined, names: readonly string[]): boolean {
  const lower = host.toLowerCase();
  if (names.some((name) => name.toLowerCase() === lower && /:\d+$/.test(name))) return true;
  const match = /^(\[[0-9a-f:]+\]|[^:[\]]+)(?::(\d{1,5}))?$/.exec(lower);
  if (match === null) return false;
  if (port !== undefined && Number(match[2] ?? 80) !== port) return false;
  return [...LOOPBACK_NAMES, ...names].some((name) => name.toLowerCase() === match[1]);
}

/**
 * A page that is neither ours nor allowed gets nothing, whatever token it has. Requests without an origin (programs,
 * links typed or clicked inside our own pages) pass; the browser marks those that other sites cause.
 */
function isAllowedOrigin(request: FastifyRequest, host: string, origins: readonly string[]): boolean {
  const { origin } = request.headers;
  if (origin !== undefined) return origin === `${request.protocol}://${host}` || origins.includes(origin);
  const site = request.headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none' || isFollowedLink(request);
}

/** Links are sent by mail and put on pages: following one to a page for visitors shows that page, whoever linked to it. */
function isFollowedLink({ method, raw, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && headers['sec-fetch-mode'] === 'navigate' && surfaceOf(pathOf(raw.url ?? '')) === 'public';
}

/** Where clients reach this server, as the request itself shows: for links that must be absolute. */
export function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`;
}
