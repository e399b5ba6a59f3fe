import { type IncomingMessage, request as send } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Where the service listens, and the token of the person at this computer. */
export interface ServiceAddress {
  readonly url: string;
  readonly token: string;
}

/** How a request with a body is sent. */
export interface Sending {
  readonly signal: AbortSignal;
  /** Replaces the body of the request. */
  readonly body: ReadableStream<Uint8Array>;
}

/**
 * Headers that a request of the page may send to the service. Its origin, cookies and credentials are not for the
 * service.
 */
const passedRequestHeaders = [
  'accept',
  'accept-language',
  'content-type',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'last-event-id',
  'range',
];

/** Belong to the connection to the service. */
const droppedResponseHeaders = ['connection', 'keep-alive', 'set-cookie', 'transfer-encoding'];

/** Answers that cannot have content. */
const EMPTY_STATUSES = [204, 205, 304];

/**
 * Forwards a request of the page to the service and returns the answer; content streams in both directions. Adds the
 * token here, so that the page never has it. Has no time limit, while `fetch` gives up after five minutes: an upload
 * waits for its turn, and large libraries for work on all of them.
 */
export async function forwardRequest(
  request: Request,
  service: ServiceAddress,
  sending: Sending | null = null,
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const signal = sending === null ? request.signal : AbortSignal.any([request.signal, sending.signal]);
  const body = sending?.body ?? request.body;
  const { method } = request;
  const headers = {
    ...headersFor(request, service),
    ...(body === null ? {} : { 'transfer-encoding': 'chunked' }),
  };
  const exchange = send(new URL(pathname + search, service.url), { method, headers, signal });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    exchange.once('response', resolve);
    // Also after the answer, when the page cancels.
    exchange.on('error', reject);
  });
  if (body === null) exchange.end();
  // The exchange reports how the body broke off; it has an answer already if the service did not want all of it.
  else pipeline(Readable.from(body), exchange).catch(() => undefined);
  return responseFrom(await answered);
}

function headersFor(request: Request, { token }: ServiceAddress): Record<string, string> {
  // Marks the request as one from a page, as Chromium does: it escapes file names in forms, and the service unescapes
  // them only for pages.
  const headers: Record<string, string> = {
    authorization: `Token ${token}`,
    'sec-fetch-site': 'same-origin',
  };
  for (const name of passedRequestHeaders) {
    const value = request.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  return headers;
}

function responseFrom(answer: IncomingMessage): Response {
  const { statusCode: status = 0, statusMessage: statusText = '' } = answer;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(answer.headersDistinct)) {
    for (const value of values) if (!droppedResponseHeaders.includes(name)) headers.append(name, value);
  }
  if (EMPTY_STATUSES.includes(status)) {
    answer.resume();
    return new Response(null, { status, statusText, headers });
  }
  if (status >= 300 && status < 400) {
    answer.destroy();
    // The page would follow it anywhere.
    throw new Error(`the service answered with ${status}`);
  }
  return new Response(ReadableStream.from(answer), { status, statusText, headers });
}
