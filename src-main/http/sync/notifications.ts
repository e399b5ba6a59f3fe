import type { IncomingMessage } from 'node:http';
import websocket, { type WebSocket } from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import {
  MAX_NOTIFICATION_CONNECTIONS,
  MAX_NOTIFICATION_CONNECTIONS_PER_ADDRESS,
  NOTIFICATION_MESSAGE_MAX_BYTES,
  NOTIFIED_LIBRARIES_MAX,
} from '../../core/limits.ts';
import { every, type FaultListener, guarded } from '../../engine/scheduling/background.ts';
import type { NotificationTokens } from '../../usecases/accounts/sync-tokens.ts';
import { addressOf, LOOPBACK } from '../client-address.ts';
import { faultsIn } from '../http-context.ts';
import { LIBRARY, libraryIdOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { NOTIFICATION_PATH, pathOf } from '../surface.ts';
import { visitOf } from './sync-request.ts';

/** What a client asks on the notification connection. */
export interface NotificationRequest {
  readonly type: 'subscribe' | 'unsubscribe';
  readonly libraries: readonly { readonly id: string; readonly token: string }[];
}

/**
 * Reads a message of a client. Null: a kind that is not known here, from a client newer than this server.
 * @throws SyntaxError when it is none at all
 */
function parseNotificationRequest(text: string): NotificationRequest | null {
  const message = membersOf(JSON.parse(text));
  const { type } = message;
  if (type !== 'subscribe' && type !== 'unsubscribe') return null;
  const { repos } = membersOf(message['content']);
  if (!Array.isArray(repos)) throw new SyntaxError('no list of libraries');
  return { type, libraries: repos.map(libraryOf) };
}

function libraryOf(value: unknown): { id: string; token: string } {
  const { id, jwt_token: token = '' } = membersOf(value);
  if (typeof id !== 'string' || typeof token !== 'string') throw new SyntaxError('no library');
  return { id, token };
}

function membersOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new SyntaxError('no object');
  return value as Record<string, unknown>;
}

/** Tells that the head of a library moved. */
function repoUpdate(libraryId: string, commitId: string): string {
  return JSON.stringify({ type: 'repo-update', content: { repo_id: libraryId, commit_id: commitId } });
}

/** Tells that the token for a library is too old: the client fetches another and subscribes again. */
function tokenExpired(libraryId: string): string {
  return JSON.stringify({ type: 'jwt-expired', content: { repo_id: libraryId } });
}

/** Hundreds of messages. Who is further behind connects again and asks for the heads. */
const MAX_QUEUED_BYTES = 64 * 1024;
const LOOK_EVERY_MS = 30_000;
/** Status codes of RFC 6455, 7.4.1. */
const GOING_AWAY = 1001;
const NOT_UNDERSTOOD = 1007;
const AGAINST_POLICY = 1008;

interface Connection {
  readonly socket: WebSocket;
  readonly address: string;
  /** The token shown for each library. */
  readonly tokens: Map<string, string>;
  /** Something came in since the last look. */
  isAlive: boolean;
  /** It was there at the last look. */
  isSettled: boolean;
}

/** The clients that want to hear at once when a library changes. */
export class NotificationConnections {
  readonly #open = new Set<Connection>();
  readonly #tokens: Pick<NotificationTokens, 'state'>;
  readonly #onFault: FaultListener;
  #endLooks: (() => void) | null = null;

  /** @param onFault is told why a token could not be looked up */
  constructor(tokens: Pick<NotificationTokens, 'state'>, onFault: FaultListener) {
    this.#tokens = tokens;
    this.#onFault = onFault;
  }

  /** Whether another connection from an address is taken, where need be in place of the oldest that showed no good token. */
  makeRoomFor(address: string): boolean {
    const all = [...this.#open];
    const own = all.filter((other) => other.address === address);
    const mayHave =
      address === LOOPBACK ? Number.POSITIVE_INFINITY : MAX_NOTIFICATION_CONNECTIONS_PER_ADDRESS;
    if (own.length >= mayHave) return this.#endOneOf(own);
    return all.length < MAX_NOTIFICATION_CONNECTIONS || this.#endOneOf(all);
  }

  #endOneOf(connections: readonly Connection[]): boolean {
    const idle = connections.find(({ tokens }) => tokens.size === 0);
    if (idle === undefined) return false;
    this.#open.delete(idle);
    idle.socket.terminate();
    return true;
  }

  open(socket: WebSocket, address: string): void {
    const connection: Connection = { socket, address, tokens: new Map(), isAlive: true, isSettled: false };
    this.#open.add(connection);
    this.#endLooks ??= every(LOOK_EVERY_MS, () => this.#look(), this.#onFault);
    const seen = () => {
      connection.isAlive = true;
    };
    socket.on('ping', seen);
    socket.on('pong', seen);
    const take = guarded((text: string) => this.#take(connection, text), this.#onFault);
    socket.on('message', (message, isBinary) => {
      seen();
      take(isBinary ? '' : String(message));
    });
    socket.once('close', () => this.#open.delete(connection));
  }

  /** Tells those who may still sync the library. */
  headMoved(libraryId: string): void {
    for (const connection of this.#open) this.#tell(connection, libraryId);
  }

  /** Ends all connections. */
  close(): void {
    this.#endLooks?.();
    this.#endLooks = null;
    for (const { socket } of this.#open) {
      socket.close(GOING_AWAY);
      // Does not wait for an answer: the server is to stop.
      socket.terminate();
    }
  }

  #take(connection: Connection, text: string): void {
    try {
      const request = parseNotificationRequest(text);
      for (const { id, token } of request?.libraries ?? []) {
        if (request?.type === 'subscribe') this.#subscribe(connection, id, token);
        else connection.tokens.delete(id);
      }
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      connection.socket.close(NOT_UNDERSTOOD);
    }
  }

  #subscribe(connection: Connection, libraryId: string, token: string): void {
    const { tokens, socket } = connection;
    if (tokens.size >= NOTIFIED_LIBRARIES_MAX && !tokens.has(libraryId)) {
      socket.close(AGAINST_POLICY);
      return;
    }
    tokens.set(libraryId, token);
    // What changed before, while the client was not told, would wait for its next question.
    this.#tell(connection, libraryId);
  }

  #tell(connection: Connection, libraryId: string): void {
    const headId = this.#headFor(connection, libraryId);
    if (headId !== null) send(connection, repoUpdate(libraryId, headId));
  }

  /** Null: the client is not to hear of the library. One whose token is no longer good is told so, and forgotten. */
  #headFor(connection: Connection, libraryId: string): string | null {
    const token = connection.tokens.get(libraryId);
    if (token === undefined) return null;
    const state = this.#tokens.state(libraryId, token);
    if (state.kind === 'good') return state.headId;
    connection.tokens.delete(libraryId);
    if (state.kind === 'expired') send(connection, tokenExpired(libraryId));
    return null;
  }

  /** Ends connections whose other end is gone or wants nothing, and says which tokens are too old. */
  #look(): void {
    for (const connection of this.#open) {
      const { socket, tokens } = connection;
      for (const libraryId of [...tokens.keys()]) this.#headFor(connection, libraryId);
      if (!connection.isAlive) socket.terminate();
      else if (connection.isSettled && tokens.size === 0) socket.close(AGAINST_POLICY);
      else socket.ping();
      connection.isAlive = false;
      connection.isSettled = true;
    }
  }
}

function send({ socket }: Connection, message: string): void {
  if (socket.bufferedAmount > MAX_QUEUED_BYTES) socket.terminate();
  else socket.send(message);
}

const PROTOCOL = 'notification.seafile.com';

/** Whether to take a connection out of HTTP; elsewhere the header asks for what is not here, and is ignored. */
export function isNotificationUpgrade({ method, url = '', headers }: IncomingMessage): boolean {
  return (
    method === 'GET' && pathOf(url) === NOTIFICATION_PATH && headers.upgrade?.toLowerCase() === 'websocket'
  );
}

/**
 * Tells sync clients when a library changes, so that they need not wait for their next question. The connection itself
 * needs no token: each subscription shows one.
 */
export async function registerNotifications(app: FastifyInstance, services: HttpServices): Promise<void> {
  const {
    accounts: { notificationTokens },
    events,
  } = services;
  const connections = new NotificationConnections(
    notificationTokens,
    faultsIn(app.log, 'notifications-failed'),
  );
  const unsubscribe = events.subscribe((event) => {
    if (event.type === 'library') connections.headMoved(event.library_id);
  });
  await app.register(websocket, {
    options: {
      maxPayload: NOTIFICATION_MESSAGE_MAX_BYTES,
      handleProtocols: (offered) => (offered.has(PROTOCOL) ? PROTOCOL : false),
    },
    // What is no message ends its connection, and cannot be mended here.
    errorHandler: (_error, socket) => socket.terminate(),
    preClose: async () => {
      unsubscribe();
      connections.close();
    },
  });

  // One look that costs nothing, before the first connection.
  app.get(`${NOTIFICATION_PATH}/ping`, async () => ({ ret: 'pong' }));

  app.get(
    NOTIFICATION_PATH,
    {
      websocket: true,
      exposeHeadRoute: false,
      preValidation: async (request) => {
        if (!connections.makeRoomFor(addressOf(request))) throw new DomainError('busy');
      },
      // Nothing else ends a connection that left the HTTP server to be upgraded and was refused then.
      onResponse: async ({ headers, raw }) => {
        if (headers.upgrade !== undefined) raw.socket.destroy();
      },
    },
    (socket, request) => connections.open(socket, addressOf(request)),
  );
}

/** What clients fetch before they subscribe; the surface has checked that they may sync the library. */
export function notificationTokenRoutes(app: FastifyInstance, services: HttpServices): void {
  const { notificationTokens } = services.accounts;
  app.get(`/repo/${LIBRARY}/jwt-token`, async (request) => ({
    jwt_token: notificationTokens.issue(libraryIdOf(request), visitOf(request).token),
  }));
}
