/** Where the service listens, and the token of the person at this computer. */
export interface ServiceAddress {
  readonly url: string;
  readonly token: string;
}

/** What becomes of a request that is more than a question. */
export interface Sending {
  readonly signal: AbortSignal;
  /** In the place of the request's own. */
  readonly body: ReadableStream<Uint8Array>;
}

/** What a request of the page may say to the service. Its origin, cookies and credentials are not the service's. */
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

/** Belong to the connection to the service, or describe bytes that arrive here already unpacked. */
const droppedResponseHeaders = ['connection', 'keep-alive', 'set-cookie', 'transfer-encoding'];
const unpackedResponseHeaders = ['content-encoding', 'content-length'];

/**
 * Sends a request of the page on to the service and gives its answer; content streams in both directions. The token is
 * added here, so that the page never holds it.
 */
export async function forwardRequest(
  request: Request,
  service: ServiceAddress,
  sending: Sending | null = null,
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  // As Chromium marks requests of a page: it escapes names of files in forms, which only forms of pages are read for.
  const headers = new Headers({ authorization: `Token ${service.token}`, 'sec-fetch-site': 'same-origin' });
  for (const name of passedRequestHeaders) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const body = sending?.body ?? request.body;
  const answer = await fetch(new URL(pathname + search, service.url), {
    method: request.method,
    headers,
    // An address elsewhere would be followed with the token.
    redirect: 'error',
    signal: sending === null ? request.signal : AbortSignal.any([request.signal, sending.signal]),
    ...(body === null ? {} : { body, duplex: 'half' }),
  });
  return new Response(answer.body, {
    status: answer.status,
    statusText: answer.statusText,
    headers: passedResponseHeaders(answer.headers),
  });
}

function passedResponseHeaders(from: Headers): Headers {
  const headers = new Headers(from);
  const dropped = from.has('content-encoding')
    ? [...droppedResponseHeaders, ...unpackedResponseHeaders]
    : droppedResponseHeaders;
  for (const name of dropped) headers.delete(name);
  return headers;
}
