import type { FastifyInstance } from 'fastify';
import type { ServerEvent } from '../../../src-shared/events.ts';
import type { Caller } from '../../core/access/caller.ts';
import { faultsIn } from '../log-faults.ts';
import { callerOf } from '../request-context.ts';
import { PRIVATE_HEADERS, SECURITY_HEADERS } from '../security-headers.ts';
import type { HttpServices } from '../services.ts';
import { EventStreams } from './event-streams.ts';

/** What changes, as it changes (server-sent events). */
export function eventRoutes(app: FastifyInstance, { accounts, events, libraries }: HttpServices): void {
  const streams = new EventStreams(faultsIn(app.log, 'event-stream-failed'));
  app.addHook('preClose', async () => streams.close());

  /** Others' libraries and the disk of the server are not everybody's business. */
  const concerns = (caller: Caller, event: ServerEvent): boolean => {
    if (caller.isAdmin || event.type === 'libraries') return true;
    return event.type === 'library' && libraries.isReadable(caller, event.library_id);
  };

  app.get('/events/', { config: { anyType: true }, exposeHeadRoute: false }, (request, reply) => {
    const token = request.token ?? '';
    const { email } = callerOf(request);
    streams.requireRoom(email);
    const listener = (): Caller | null => {
      const bearer = accounts.callerOf(token);
      return typeof bearer === 'object' ? bearer.caller : null;
    };
    reply.hijack();
    reply.raw.writeHead(200, {
      ...SECURITY_HEADERS,
      ...PRIVATE_HEADERS,
      'content-type': 'text/event-stream',
    });
    const stream = streams.open(reply.raw, { email, isStillAllowed: () => listener() !== null });
    // Who listens is asked at each event: rights and tokens end while a stream goes on.
    const unsubscribe = events.subscribe((event) => {
      const caller = listener();
      if (caller === null) stream.end();
      else if (concerns(caller, event)) stream.send(event);
    });
    reply.raw.once('close', unsubscribe);
  });
}
