import { type Protocol, protocol } from 'electron';
import { UPLOAD_ID_HEADER } from '../../src-shared/desktop-bridge.ts';
import { APP_SCHEME, isAppAddress } from './app-address.ts';
import type { AppFile } from './app-files.ts';
import { forwardRequest, type ServiceAddress } from './forward-request.ts';
import type { PageUploads } from './page-uploads.ts';

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "media-src 'self'",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const forwardedPaths = ['/api/', '/api2/', '/seafhttp/'];

/** Has to be called before the app is ready. */
export function registerAppScheme(): void {
  const privileges = {
    standard: true,
    secure: true,
    supportFetchAPI: true,
    corsEnabled: true,
    stream: true,
    // Otherwise the page's script is compiled again at every start.
    codeCache: true,
  };
  protocol.registerSchemesAsPrivileged([{ scheme: APP_SCHEME, privileges }]);
}

/** The files of the page, and the service behind it. */
export interface ServedApp {
  readonly files: ReadonlyMap<string, AppFile>;
  /** Null while no service runs. */
  readonly service: () => ServiceAddress | null;
  readonly uploads: Pick<PageUploads, 'follow'>;
}

/** Serves the page, and the service behind it, to one session. */
export function serveApp(session: { readonly protocol: Protocol }, app: ServedApp): void {
  session.protocol.handle(APP_SCHEME, (request) => answerPage(request, app));
}

/** Answers one request of the page; every answer has the policy that keeps other content out. */
async function answerPage(request: Request, app: ServedApp): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (!isAppAddress(request.url)) return answer(404, 'text/plain', 'Not found');
  if (forwardedPaths.some((path) => pathname.startsWith(path))) return await answerFromService(request, app);
  const file = app.files.get(pathname);
  if (!file || request.method !== 'GET') return answer(404, 'text/plain', 'Not found');
  return answer(200, file.contentType, await file.read());
}

async function answerFromService(request: Request, app: ServedApp): Promise<Response> {
  const service = app.service();
  if (service === null) return noService();
  const uploadId = request.headers.get(UPLOAD_ID_HEADER);
  const isUpload = uploadId !== null && request.body !== null;
  const upload = isUpload ? app.uploads.follow(uploadId, request.body) : null;
  try {
    const response = await forwardRequest(request, service, upload);
    // Content that the service sends may carry a stricter policy of its own.
    if (!response.headers.has('content-security-policy')) guard(response.headers);
    return response;
  } catch (error) {
    if (request.signal.aborted) throw error;
    return noService();
  } finally {
    upload?.end();
  }
}

function noService(): Response {
  const text = JSON.stringify({ error_code: 'internal', error_msg: 'The service does not answer.' });
  return answer(502, 'application/json', text);
}

function answer(status: number, contentType: string, body: string | Buffer): Response {
  const headers = new Headers({ 'content-type': contentType });
  guard(headers);
  return new Response(typeof body === 'string' ? body : new Uint8Array(body), { status, headers });
}

function guard(headers: Headers): void {
  headers.set('content-security-policy', contentSecurityPolicy);
  headers.set('x-content-type-options', 'nosniff');
}
