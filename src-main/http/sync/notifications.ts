import type { IncomingMessage } from 'node:http';
import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { NOTIFICATION_MESSAGE_MAX_BYTES } from '../../core/limits.ts';
import { addressOf } from '../client-address.ts';
import { faultsIn } from '../http-context.ts';
import { LIBRARY, libraryIdOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { NOTIFICATION_PATH, pathOf } from '../surface.ts';
import { NotificationConnections } from './notification-connections.ts';
import { syncTokenOf } from './sync-request.ts';

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
  const { notificationTokens, events } = services;
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
  const { notificationTokens } = services;
  app.get(`/repo/${LIBRARY}/jwt-token`, async (request) => ({
    jwt_token: notificationTokens.issue(libraryIdOf(request), syncTokenOf(request)),
  }));
}
