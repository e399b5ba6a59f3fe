import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { addressOf, isByNetwork, LOOPBACK } from './client-address.ts';
import { RequestError } from './request-error.ts';
import { NOTIFICATION_PATH, pathOf, surfaceOf } from './surface.ts';

/** Which names and pages may reach the server. */
export interface GuardConfig {
  /** What this machine is called now, besides 127.0.0.1, [::1] and localhost, at the port that is listened on. */
  readonly hostNames: () => readonly string[];
  /** What it is called by devices that come by TLS of our own, at that port. */
  readonly networkNames: () => readonly string[];
  /** Names that the owner allows, at any port: others may stand between, such as a tunnel or a container. */
  readonly allowedHosts: () => readonly string[];
  /** Hears of each request that is refused for the name in its Host. */
  readonly onRefusedHost?: (name: string, address: string) => void;
  /** Origins of pages besides the server's own, for example the desktop window's. */
  readonly origins: readonly string[];
  /** Origins under which proxies in front of this server show it: `https://files.example.org`. The first is the main one. */
  readonly publicUrls: () => readonly string[];
  /** Origins under which devices of the network reach it by TLS of our own, the best first; none while they may not. */
  readonly networkAddresses: () => readonly string[];
  /** Addresses of proxies: what only they say of a request is believed. */
  readonly trustedProxies: () => readonly string[];
}

interface AllowedNames {
  readonly known: readonly string[];
  /** At any port. */
  readonly allowed: readonly string[];
  /** That of a Host that names none. */
  readonly usualPort: number;
}

const LOOPBACK_NAMES = ['127.0.0.1', '[::1]', 'localhost'] as const;
const LOOPBACK_ALONE: AllowedNames = { known: LOOPBACK_NAMES, allowed: [], usualPort: 80 };

/** What proxies put into what they pass on. */
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'] as const;

/** Longer than any address of the interface with a 4,096-byte path escaped twice over. */
const MAX_TARGET_LENGTH = 8 * 1024;

/**
 * Refuses requests that a web page, another machine or a confused proxy should not be able to make: rebound host
 * names, foreign origins, targets in a form that would be routed differently than it reads.
 * @throws RequestError 400, 403, 414
 */
export function checkReach(request: FastifyRequest, config: GuardConfig): void {
  const { raw } = request;
  checkTarget(raw.url ?? '');
  const host = singleHost(raw.rawHeaders);
  if (headerValues(raw.rawHeaders, 'authorization').length > 1)
    throw new RequestError(400, 'bad-request', 'More than one Authorization header.');
  const port = portFor(raw, host);
  const publicUrls = config.publicUrls();
  const isPublic = publicUrls.some((url) => isHostOf(url, host, port));
  if (!isPublic && !isAllowedHost(host, port, namesFor(raw.socket, config))) {
    config.onRefusedHost?.(nameIn(host), addressOf(request));
    throw forbidden(hostRefusal(host));
  }
  if (!isAllowedOrigin(request, host, [...config.origins, ...publicUrls]))
    throw forbidden('Origin not allowed.');
  const surface = surfaceOf(pathOf(raw.url ?? ''));
  if (request.method === 'OPTIONS' && surface !== 'transfer' && surface !== 'dav')
    throw forbidden('Not allowed.');
}

function namesFor(socket: Socket, { hostNames, networkNames, allowedHosts }: GuardConfig): AllowedNames {
  const allowed = allowedHosts();
  if (isByNetwork(socket)) return { known: networkNames(), allowed, usualPort: 443 };
  return { known: [...LOOPBACK_NAMES, ...hostNames()], allowed, usualPort: 80 };
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

/** A host name or an address, with or without a port. */
const HOST = /^(\[[0-9a-f:]+\]|[^:[\]]+)(?::(\d{1,5}))?$/;

/** @param port undefined when the request did not come through a socket; then any port is as good as another. */
function isAllowedHost(
  host: string,
  port: number | undefined,
  { known, allowed, usualPort }: AllowedNames,
): boolean {
  const [, name, namedPort] = HOST.exec(host.toLowerCase()) ?? [];
  if (name === undefined) return false;
  if (allowed.includes(name)) return true;
  const isAtPort = port === undefined || Number(namedPort ?? usualPort) === port;
  return isAtPort && known.includes(name);
}

/** Empty: it is none. */
function nameIn(host: string): string {
  return HOST.exec(host.toLowerCase())?.[1] ?? '';
}

/** What to do about it, where the name is one that an owner could mean. */
function hostRefusal(host: string): string {
  const name = nameIn(host);
  const isPlain = /^(\[[0-9a-f:]+\]|[a-z0-9][a-z0-9.-]{0,252})$/.test(name);
  return isPlain
    ? `Host not allowed. If it is yours, start the server with --allow-host ${name}`
    : 'Host not allowed.';
}

/** Whether a Host header means that public address. @param port undefined: it may have left the port out */
function isHostOf(publicUrl: string, host: string, port: number | undefined): boolean {
  const { host: named, hostname, protocol } = new URL(publicUrl);
  const withPort = named === hostname ? `${hostname}:${protocol === 'https:' ? 443 : 80}` : named;
  const lower = host.toLowerCase();
  return lower === named || lower === withPort || (port === undefined && lower === hostname);
}

/**
 * A page that is neither ours nor allowed gets nothing, whatever token it has. Requests without an origin (programs,
 * links typed or clicked inside our own pages) pass; the browser marks those that other sites cause.
 */
function isAllowedOrigin(request: FastifyRequest, host: string, origins: readonly string[]): boolean {
  const { origin } = request.headers;
  if (origin !== undefined)
    return (
      origin === `${schemeOf(request)}://${host}` || origins.includes(origin) || isProgram(origin, request)
    );
  const site = request.headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none' || isFollowedLink(request);
}

/**
 * Whether an extension of a browser, or a program that is made of a web page, asks with a token of its own. No site can
 * have a browser name such an origin, and none has a token to send.
 */
function isProgram(origin: string, { headers }: FastifyRequest): boolean {
  return headers.authorization !== undefined && /^(?!https?:)[a-z][a-z0-9+.-]*:\/\/\S+$/.test(origin);
}

/**
 * Links are sent by mail and put on pages: following one to a page for visitors shows that page, wherever the link was.
 * So does one to our own page, in a window or tab of its own: the file that signs its person in is another site too.
 * What is in the page comes by requests of its own.
 */
function isFollowedLink({ method, raw, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead || headers['sec-fetch-mode'] !== 'navigate') return false;
  const path = pathOf(raw.url ?? '');
  return surfaceOf(path) === 'public' || (path === '/' && headers['sec-fetch-dest'] === 'document');
}

/**
 * Whether a program of this computer asks, by a loopback name and with nothing in between. Behind a proxy all requests come
 * from loopback, so where one is configured the answer is no; and what comes by TLS of our own is meant for others.
 */
export function isFromThisComputer(
  request: Pick<FastifyRequest, 'ip' | 'headers' | 'protocol'>,
  config: Pick<GuardConfig, 'publicUrls' | 'trustedProxies'>,
): boolean {
  if (request.protocol === 'https') return false;
  if (config.publicUrls().length > 0 || config.trustedProxies().length > 0) return false;
  if (PROXY_HEADERS.some((name) => request.headers[name] !== undefined)) return false;
  const isNamedSo = isAllowedHost(request.headers.host ?? '', undefined, LOOPBACK_ALONE);
  return isNamedSo && addressOf(request) === LOOPBACK;
}

/**
 * Whether a request came through something that stands between, though nothing says that there is one: it calls the server
 * by a name that only its owner's permission makes one of ours, as through a tunnel, or a proxy has left its mark.
 */
export function comesThroughOthers(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { hostNames }: Pick<GuardConfig, 'hostNames'>,
): boolean {
  if (PROXY_HEADERS.some((name) => headers[name] !== undefined)) return true;
  const own = { known: [...LOOPBACK_NAMES, ...hostNames()], allowed: [], usualPort: 80 };
  return !isAllowedHost(headers.host ?? '', undefined, own);
}

/** Set of each request, before anything reads it. */
export interface ReachedOrigins {
  /** Where this client reaches the server: for addresses that it calls next. */
  readonly own: string;
  /** Where other clients reach it: for links that are sent to others. */
  readonly links: string;
}

/** What absolute addresses in the answer begin with. */
export function reachedOrigins(request: FastifyRequest, config: GuardConfig): ReachedOrigins {
  const publicUrls = config.publicUrls();
  const { host = '', origin } = request.headers;
  const named = publicUrls.find((url) => isHostOf(url, host, request.socket.localPort) || url === origin);
  const own = named ?? forwardedOrigin(request, publicUrls) ?? `${schemeOf(request)}://${host}`;
  const known = named ?? publicUrls[0];
  // Links that only this computer can open are of no use to others, so another origin is preferred.
  const isOnlyHere = isAllowedHost(host, undefined, LOOPBACK_ALONE);
  return { own, links: known ?? (isOnlyHere ? config.networkAddresses()[0] : undefined) ?? own };
}

/** Undefined unless the request came by a proxy that is believed, and that put its own name for us in place of ours. */
function forwardedOrigin(request: FastifyRequest, publicUrls: readonly string[]): string | undefined {
  const { ips = [], host } = request;
  if (ips.length < 2) return undefined;
  return publicUrls.find((url) => isHostOf(url, host, request.socket.localPort)) ?? publicUrls[0];
}

/** As a proxy says that is believed; without one, as the connection is. */
function schemeOf({ protocol }: FastifyRequest): 'http' | 'https' {
  return protocol === 'https' ? 'https' : 'http';
}

/** Where the client reaches this server: for addresses that it calls next. */
export function originOf({ reached }: FastifyRequest): string {
  if (reached === null) throw new Error('nobody has looked where the request came from');
  return reached.own;
}

/** Where other clients reach this server: for links that are sent to others. */
export function linkOriginOf(request: FastifyRequest): string {
  return request.reached?.links ?? originOf(request);
}
