import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { REFUSED_BODY_BYTES, REFUSED_BODY_SECONDS } from '../core/limits.ts';

const LOOK_MS = 50;

/** How much of an unwanted body is still read, and how long. */
export interface ReadingOn {
  readonly ms: number;
  readonly bytes: number;
}

const READING_ON: ReadingOn = { ms: REFUSED_BODY_SECONDS * 1000, bytes: REFUSED_BODY_BYTES };

/**
 * Has clients read an answer that comes before their body is over and ends the connection. A system that closes a
 * connection on which bytes wait breaks it off, and the client's, Windows' above all, then throws away what has come in. So
 * what is left of the body is read for a moment, and thrown away here.
 */
export function hangUpGently(server: Server, readingOn: ReadingOn = READING_ON): void {
  const lastRequests = new WeakMap<Socket, IncomingMessage>();
  server.on('request', (request: IncomingMessage) => lastRequests.set(request.socket, request));
  server.on('connection', (socket: Socket) => {
    const hangUp = socket.destroySoon.bind(socket);
    // What the server calls once the last answer of a connection is written.
    socket.destroySoon = () => {
      const request = lastRequests.get(socket);
      if (request === undefined || request.complete) hangUp();
      else readOn(socket, request, { ...readingOn, hangUp });
    };
  });
}

function readOn(
  socket: Socket,
  request: IncomingMessage,
  { ms, bytes, hangUp }: ReadingOn & { readonly hangUp: () => void },
): void {
  if (socket.destroyed) return;
  const untilMs = performance.now() + ms;
  const mostBytes = socket.bytesRead + bytes;
  const timer = setInterval(() => {
    if (performance.now() > untilMs || socket.bytesRead > mostBytes) socket.destroy();
  }, LOOK_MS).unref();
  socket.once('close', () => clearInterval(timer));
  request.once('end', hangUp);
  // The client is told that nothing follows the answer.
  socket.end();
  request.resume();
}
