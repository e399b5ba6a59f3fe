import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { ServerEvent } from '../../../src-shared/events.ts';
import type { Caller } from '../../core/access/caller.ts';
import { isToldOf } from '../../core/access/event-audience.ts';
import { DomainError } from '../../core/errors.ts';
import { MAX_EVENT_STREAMS, MAX_EVENT_STREAMS_PER_PERSON } from '../../core/limits.ts';
import { every, type FaultListener } from '../../engine/scheduling/background.ts';
import { faultsIn } from '../http-context.ts';
import { callerOf } from '../request-context.ts';
import { PRIVATE_HEADERS, SECURITY_HEADERS } from '../security-headers.ts';
import type { HttpServices } from '../services.ts';

const STREAM_HEADERS = { ...SECURITY_HEADERS, ...PRIVATE_HEADERS, 'content-type': 'text/event-stream' };

/** What changes, as it changes (server-sent events). */
export function eventRoutes(app: FastifyInstance, services: HttpServices): void {
  const streams = new EventStreams(faultsIn(app.log, 'event-stream-failed'));
  app.addHook('preClose', async () => streams.close());

  app.get('/events/', { config: { anyType: true }, exposeHeadRoute: false }, (request, reply) => {
    const { email } = callerOf(request);
    streams.requireRoom(email);
    const listener = listenerBy(request.token ?? '', services);
    reply.hijack();
    reply.raw.writeHead(200, STREAM_HEADERS);
    const stream = streams.open(reply.raw, { email, isStillAllowed: () => listener() !== null });
    reply.raw.once('close', tellEvents(stream, listener, services));
  });
}

/** Who listens, null once the token is over. Asked at each event: rights and tokens end while a stream goes on. */
type Listener = () => Caller | null;

function listenerBy(token: string, { accounts: { accounts } }: HttpServices): Listener {
  return () => {
    const bearer = accounts.callerOf(token);
    return typeof bearer === 'object' ? bearer.caller : null;
  };
}

/** Tells who listens what concerns them, until the function that it gives is called. */
function tellEvents(
  stream: EventStream,
  listener: Listener,
  { events, libraries: { libraries } }: HttpServices,
): () => void {
  return events.subscribe((event) => {
    const caller = listener();
    if (caller === null) stream.end();
    else if (isToldOf(caller, event, (id) => libraries.isReadable(caller, id))) stream.send(event);
  });
}

/** Pages take a service that says nothing for twelve seconds for one that hangs. */
const HEARTBEAT_MS = 5_000;
/** Hundreds of events. Who is further behind reads no longer, and refetches everything after connecting again. */
const MAX_QUEUED_BYTES = 256 * 1024;
const RETRY_SECONDS = 15;

/** Whose stream it is. */
export interface EventReader {
  readonly email: string;
  /** Asked at every heartbeat: a revoked token ends its streams. */
  readonly isStillAllowed: () => boolean;
}

export interface EventStream {
  send(event: ServerEvent): void;
  /** Hangs up. */
  end(): void;
}

/** The open event streams of a server. */
export class EventStreams {
  readonly #open = new Map<ServerResponse, string>();
  readonly #onFault: FaultListener;
  #isClosed = false;

  /** @param onFault is told why a reader could not be asked about */
  constructor(onFault: FaultListener) {
    this.#onFault = onFault;
  }

  /** @throws DomainError `busy` when the person, or all people together, have too many streams */
  requireRoom(email: string): void {
    const own = [...this.#open.values()].filter((other) => other === email);
    if (own.length >= MAX_EVENT_STREAMS_PER_PERSON || this.#open.size >= MAX_EVENT_STREAMS)
      throw new DomainError('busy', { retryAfterSeconds: RETRY_SECONDS });
  }

  open(response: ServerResponse, { email, isStillAllowed }: EventReader): EventStream {
    const write = (text: string): void => {
      if (response.writableLength > MAX_QUEUED_BYTES) response.destroy();
      else response.write(text);
    };
    const beat = (): void => {
      if (isStillAllowed()) write(': still here\n\n');
      else response.end();
    };
    const endBeats = every(HEARTBEAT_MS, beat, this.#onFault);
    this.#open.set(response, email);
    response.once('close', () => {
      endBeats();
      this.#open.delete(response);
    });
    // Sends the headers, so that the client knows it is connected.
    write(': connected\n\n');
    if (this.#isClosed) response.end();
    return { send: (event) => write(`data: ${JSON.stringify(event)}\n\n`), end: () => void response.end() };
  }

  /** Ends all streams; later ones end at once. */
  close(): void {
    this.#isClosed = true;
    for (const response of this.#open.keys()) response.end();
  }
}
