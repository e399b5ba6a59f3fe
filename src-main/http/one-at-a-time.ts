import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { MAX_REQUESTS_WAITING } from '../core/limits.ts';

type Waiting = () => void;

/**
 * Serves the requests of each connection one after the other. Node hands over all that come in together, and their
 * answers would be made, and wait in memory, for a client that sends a thousand and reads none. So each begins when the
 * answer before it is sent. A connection with too many of them is ended: browsers and sync clients never send two at
 * once.
 */
export function oneAtATime(
  serve: (request: IncomingMessage, response: ServerResponse) => void,
): RequestListener {
  /** What waits on connections that are served; none without an entry is. */
  const waiting = new WeakMap<Socket, Waiting[]>();

  function begin(request: IncomingMessage, response: ServerResponse): void {
    response.once('close', () => next(request.socket));
    serve(request, response);
  }

  function next(socket: Socket): void {
    const then = waiting.get(socket)?.shift();
    if (then === undefined) waiting.delete(socket);
    // What comes after a connection has ended is not served.
    else if (!socket.destroyed) then();
  }

  return (request, response) => {
    const { socket } = request;
    const others = waiting.get(socket);
    if (others === undefined) {
      waiting.set(socket, []);
      begin(request, response);
    } else if (others.length < MAX_REQUESTS_WAITING) others.push(() => begin(request, response));
    else socket.destroy();
  };
}
