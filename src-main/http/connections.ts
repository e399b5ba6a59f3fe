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
import { addressOf, LOOPBACK } from './client-address.ts';

/** A body that is too slow for so long gives way to newcomers, before its time is over. */
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

/** Of whose share a connection is; without a request, as far as it can be told before there is one. */
export type ShareOf = (socket: Socket, request?: IncomingMessage) => string;

/**
 * Where connections come from. Those of proxies, which bring everybody's, have a share as large as the own computer's; one on
 * it is told from its other programs by what it says of whom it brings.
 */
export function sharesOf(proxies: readonly string[]): ShareOf {
  const trusted = new Set(proxies.map((ip) => addressOf({ ip })));
  return ({ remoteAddress }, request) => {
    const address = addressOf({ ip: remoteAddress });
    if (!trusted.has(address)) return address;
    const isProxy = address !== LOOPBACK || request?.headers['x-forwarded-for'] !== undefined;
    return isProxy ? PROXIES : LOOPBACK;
  };
}

interface Connection {
  readonly socket: Socket;
  address: string;
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
 * trickle in, answers that nobody reads. A new connection takes the place of an idle one before it is refused.
 */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  readonly #shareOf: ShareOf;

  constructor(server: Server, shareOf: ShareOf, { slowBodyMs, unreadAnswerMs }: ConnectionTimes = TIMES) {
    this.#shareOf = shareOf;
    server.on('connection', (socket: Socket) => this.#take(socket));
    server.on('request', (request: IncomingMessage, response: ServerResponse) =>
      this.#begin(request, response),
    );
    server.on('upgrade', (request: IncomingMessage) => this.#keepBusy(request));
    server.setTimeout(unreadAnswerMs, (socket: Socket) => this.#silent(socket));
    const timer = setInterval(() => this.#look(slowBodyMs), slowBodyMs / LOOKS).unref();
    server.once('close', () => clearInterval(timer));
  }

  #take(socket: Socket): void {
    const address = this.#shareOf(socket);
    if (!this.#hasRoom(address, [...this.#open.values()])) {
      socket.destroy();
      return;
    }
    const state = { underWay: 0, hasAsked: false, incoming: null, begunMs: 0, bytesAtBegin: 0 };
    const looked = { slowLooks: 0, slowBytes: 0, bytesBefore: socket.bytesRead };
    this.#open.set(socket, { socket, address, ...state, ...looked });
    socket.once('close', () => this.#open.delete(socket));
  }

  /** Whether one more of the share may be open beside the others, once one of them has made room for it. */
  #hasRoom(address: string, others: readonly Connection[]): boolean {
    const isLarge = address === LOOPBACK || address === PROXIES;
    const mayHave = isLarge ? MAX_LOOPBACK_CONNECTIONS : MAX_CONNECTIONS_PER_ADDRESS;
    const inAll = MAX_CONNECTIONS - (address === LOOPBACK ? 0 : CONNECTIONS_KEPT_FOR_LOOPBACK);
    const own = others.filter((other) => other.address === address);
    if (own.length >= mayHave) return this.#letGo(own);
    return others.length < inAll || this.#letGo(others);
  }

  /** Now that it says whose it is. False: those have too many, and it has ended. */
  #takeShare(connection: Connection, request: IncomingMessage): boolean {
    const address = this.#shareOf(connection.socket, request);
    if (address === connection.address) return true;
    connection.address = address;
    const others = [...this.#open.values()].filter((other) => other !== connection);
    if (this.#hasRoom(address, others)) return true;
    this.#end(connection);
    return false;
  }

  /** Ends the one that is missed least: without any request, with a body that trickles in, idle; the oldest first. False: all are in use. */
  #letGo(connections: readonly Connection[]): boolean {
    const dispensable =
      connections.find(({ underWay, hasAsked }) => underWay === 0 && !hasAsked) ??
      connections.find(trickles) ??
      connections.find(({ underWay }) => underWay === 0);
    if (dispensable === undefined) return false;
    this.#end(dispensable);
    return true;
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
