import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import {
  CONNECTIONS_KEPT_FOR_LOOPBACK,
  LEAST_BYTES_PER_SECOND,
  MAX_CONNECTIONS,
  MAX_CONNECTIONS_PER_ADDRESS,
  MAX_LOOPBACK_CONNECTIONS,
  SLOW_BODY_SECONDS,
  UNREAD_ANSWER_SECONDS,
} from '../core/limits.ts';
import { addressOf, LOOPBACK, madeOf } from './client-address.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly connections: Connections;
  }
}

/** A body that is too slow for so long, or that comes in for so long without an account, gives way to newcomers first. */
const TRICKLE_MS = 2_000;

/** A body has so many looks to bring what it must. */
const LOOKS = 6;

export interface ConnectionTimes {
  /** How long a body may be slow. */
  readonly slowBodyMs: number;
  readonly unreadAnswerMs: number;
}

const TIMES: ConnectionTimes = {
  slowBodyMs: SLOW_BODY_SECONDS * 1000,
  unreadAnswerMs: UNREAD_ANSWER_SECONDS * 1000,
};

/** What stands for every proxy that is believed. */
const PROXIES = 'proxies';

/** Where connections come from. */
export interface Origins {
  /** Of whose share a connection is; without a request, as far as it can be told before there is one. */
  shareOf(socket: Socket, request?: IncomingMessage): string;
  /** Whom a proxy that is believed brings with a request; null: it comes by none. */
  visitorOf(request: IncomingMessage): string | null;
}

/**
 * Those of proxies, which bring everybody's, have a share as large as the own computer's; one on it is told from its other
 * programs by what it says of whom it brings.
 */
export function originsBehind(proxies: () => readonly string[]): Origins {
  const trustedNow = madeOf(proxies, (list) => new Set(list.map((ip) => addressOf({ ip }))));
  const visitorOf = ({ socket, headers }: IncomingMessage): string | null => {
    const forwarded = headers['x-forwarded-for'];
    const trusted = trustedNow();
    if (forwarded === undefined || !trusted.has(addressOf({ ip: socket.remoteAddress }))) return null;
    const addresses = [forwarded].flat().join().split(',').reverse();
    const named = addresses.map((ip) => addressOf({ ip: ip.trim() }));
    // Each proxy adds the address that it was asked from; what stands before the first that is not ours may be forged.
    return named.find((address) => !trusted.has(address)) ?? named.at(-1) ?? null;
  };
  const shareOf = ({ remoteAddress }: Socket, request?: IncomingMessage): string => {
    const address = addressOf({ ip: remoteAddress });
    if (!trustedNow().has(address)) return address;
    const isProxy = address !== LOOPBACK || request?.headers['x-forwarded-for'] !== undefined;
    return isProxy ? PROXIES : LOOPBACK;
  };
  return { shareOf, visitorOf };
}

interface Connection {
  readonly socket: Socket;
  share: string;
  /** The client that a proxy brings with what is under way; null: none, or no proxy. */
  visitor: string | null;
  /** Requests that have no whole answer yet; an upgraded connection counts as one for good. */
  underWay: number;
  hasAsked: boolean;
  /** The last request whose body may still be coming in. */
  incoming: IncomingMessage | null;
  /** When it began, and what had come in on the connection before. */
  begunMs: number;
  bytesAtBegin: number;
  /** Looks since the body was last fast enough, and what came in since. */
  slowLooks: number;
  slowBytes: number;
  bytesBefore: number;
}

/**
 * Shares the connections of a server out among addresses, and ends those that do nothing but hold one: bodies that
 * trickle in, answers that are not read. A new connection takes the place of an idle one, or of one whose body comes in
 * without an account, before it is refused.
 */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  readonly #origins: Origins;
  /** Requests that give way to others: without an account, and with a small body. */
  readonly #anonymous = new WeakSet<IncomingMessage>();

  constructor(server: Server, origins: Origins, { slowBodyMs, unreadAnswerMs }: ConnectionTimes = TIMES) {
    this.#origins = origins;
    server.on('connection', (socket: Socket) => this.#take(socket));
    server.on('request', (request: IncomingMessage, response: ServerResponse) =>
      this.#begin(request, response),
    );
    server.on('upgrade', (request: IncomingMessage) => this.#keepBusy(request));
    server.setTimeout(unreadAnswerMs, (socket: Socket) => this.#silent(socket));
    const timer = setInterval(() => this.#look(slowBodyMs), slowBodyMs / LOOKS).unref();
    server.once('close', () => clearInterval(timer));
  }

  /** The request is anonymous, and has a small body that is here at once where nothing is wrong: it gives way to others. */
  giveWay(request: IncomingMessage): void {
    this.#anonymous.add(request);
  }

  #take(socket: Socket): void {
    const share = this.#origins.shareOf(socket);
    if (!this.#hasRoom({ share, visitor: null }, [...this.#open.values()])) {
      socket.destroy();
      return;
    }
    const state = { underWay: 0, hasAsked: false, incoming: null, begunMs: 0, bytesAtBegin: 0 };
    const looked = { slowLooks: 0, slowBytes: 0, bytesBefore: socket.bytesRead };
    this.#open.set(socket, { socket, share, visitor: null, ...state, ...looked });
    socket.once('close', () => this.#open.delete(socket));
  }

  /** Counts a connection whose handshake is not over. It gives way like one without a request. */
  shakeHands(socket: Socket): void {
    this.#take(socket);
  }

  /** Its handshake is over, and what speaks by it is counted by itself. */
  handOver(socket: Socket): void {
    this.#open.delete(socket);
  }

  /** Whether one more of the share may be open beside the others, once one of them has made room for it. */
  #hasRoom(
    { share, visitor }: Pick<Connection, 'share' | 'visitor'>,
    others: readonly Connection[],
  ): boolean {
    const isLarge = share === LOOPBACK || share === PROXIES;
    const mayHave = isLarge ? MAX_LOOPBACK_CONNECTIONS : MAX_CONNECTIONS_PER_ADDRESS;
    const inAll = MAX_CONNECTIONS - (share === LOOPBACK ? 0 : CONNECTIONS_KEPT_FOR_LOOPBACK);
    const own = others.filter((other) => other.share === share);
    const brought = visitor === null ? [] : own.filter((other) => other.visitor === visitor);
    if (brought.length >= MAX_CONNECTIONS_PER_ADDRESS) return this.#letGo(brought);
    if (own.length >= mayHave) return this.#letGo(own);
    return others.length < inAll || this.#letGo(others);
  }

  /** Now that it says whose it is. False: those have too many, and it has ended. */
  #takeShare(connection: Connection, request: IncomingMessage): boolean {
    const share = this.#origins.shareOf(connection.socket, request);
    const visitor = this.#origins.visitorOf(request);
    if (share === connection.share && visitor === connection.visitor) return true;
    connection.share = share;
    connection.visitor = visitor;
    const others = [...this.#open.values()].filter((other) => other !== connection);
    if (this.#hasRoom(connection, others)) return true;
    this.#end(connection);
    return false;
  }

  /**
   * Ends the one that is missed least: with an anonymous body that takes its time, without any request, with a body that
   * trickles in, idle, with an anonymous body; the oldest first. False: all are in use.
   */
  #letGo(connections: readonly Connection[]): boolean {
    const [oldest] = connections
      .filter((connection) => this.#givesWay(connection))
      .sort((left, right) => left.begunMs - right.begunMs);
    const isLate = oldest !== undefined && performance.now() - oldest.begunMs > TRICKLE_MS;
    const dispensable =
      (isLate ? oldest : undefined) ??
      connections.find(({ underWay, hasAsked }) => underWay === 0 && !hasAsked) ??
      connections.find(trickles) ??
      connections.find(({ underWay }) => underWay === 0) ??
      oldest;
    if (dispensable === undefined) return false;
    this.#end(dispensable);
    return true;
  }

  #givesWay({ incoming, underWay }: Connection): boolean {
    return underWay > 0 && incoming !== null && !incoming.complete && this.#anonymous.has(incoming);
  }

  #end({ socket }: Connection): void {
    this.#open.delete(socket);
    socket.destroy();
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#open.get(request.socket);
    if (connection === undefined) return;
    if (!this.#takeShare(connection, request)) return;
    connection.underWay += 1;
    connection.hasAsked = true;
    connection.incoming = request;
    connection.begunMs = performance.now();
    connection.bytesAtBegin = request.socket.bytesRead;
    response.once('close', () => {
      connection.underWay -= 1;
      if (connection.underWay === 0) connection.visitor = null;
      // So that the order is that of the last use.
      if (this.#open.delete(connection.socket)) this.#open.set(connection.socket, connection);
    });
  }

  #keepBusy(request: IncomingMessage): void {
    const connection = this.#open.get(request.socket);
    if (connection === undefined || !this.#takeShare(connection, request)) return;
    connection.underWay += 1;
    connection.incoming = null;
  }

  /** Nothing went either way for a while. */
  #silent(socket: Socket): void {
    const isIdle = (this.#open.get(socket)?.underWay ?? 0) === 0;
    if (isIdle || socket.writableLength > 0) socket.destroy();
  }

  #look(slowBodyMs: number): void {
    const leastBytes = (LEAST_BYTES_PER_SECOND * slowBodyMs) / 1000;
    for (const connection of this.#open.values()) {
      const bytes = connection.socket.bytesRead - connection.bytesBefore;
      connection.bytesBefore += bytes;
      connection.slowLooks = isWaiting(connection.incoming) ? connection.slowLooks + 1 : 0;
      connection.slowBytes = connection.slowLooks === 0 ? 0 : connection.slowBytes + bytes;
      if (connection.slowBytes >= leastBytes) {
        connection.slowLooks = 0;
        connection.slowBytes = 0;
      }
      // Not answered with 408, which sync clients take for something else.
      if (connection.slowLooks >= LOOKS) this.#end(connection);
    }
  }
}

function trickles({ incoming, begunMs, bytesAtBegin, socket }: Connection): boolean {
  const passedMs = performance.now() - begunMs;
  const leastBytes = (LEAST_BYTES_PER_SECOND * passedMs) / 1000;
  return isWaiting(incoming) && passedMs > TRICKLE_MS && socket.bytesRead - bytesAtBegin < leastBytes;
}

/** Whether it is the client that the body waits for, and not those here who take it in. */
function isWaiting(request: IncomingMessage | null): boolean {
  return request !== null && !request.complete && request.readableLength < request.readableHighWaterMark;
}
