import { randomInt, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { request as requestPlain } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect, type TLSSocket } from 'node:tls';

export interface TlsAnswer {
  readonly status: number;
  readonly text: string;
  readonly json: unknown;
}

export interface TlsCall extends Pick<RequestOptions, 'host' | 'minVersion' | 'maxVersion' | 'localAddress'> {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Of the certificate that the server has to show; absent: whichever. */
  readonly fingerprint?: string;
  /** HTTP alone, as inside a tunnel. */
  readonly isPlain?: boolean;
}

/** Calls a server that shows a certificate of its own, on a connection for this alone. */
export async function callTls(
  port: number,
  method: string,
  path: string,
  call: TlsCall = {},
): Promise<TlsAnswer> {
  const { body, fingerprint, headers, isPlain = false, ...options } = call;
  const sent = (isPlain ? requestPlain : request)({
    ...{ host: '127.0.0.1', port, method, path, agent: false, rejectUnauthorized: false },
    ...options,
    headers: { connection: 'close', ...headers },
  });
  sent.once('socket', (socket) =>
    socket.once('secureConnect', () => {
      const shown = fingerprintOf(socket as TLSSocket);
      if (fingerprint !== undefined && shown !== fingerprint) sent.destroy(new Error(`it shows ${shown}`));
    }),
  );
  sent.end(body);
  const [response] = await once(sent, 'response');
  const answer = await text(response);
  return { status: response.statusCode, text: answer, json: jsonOf(answer) };
}

/** An open connection. */
export async function openTls(port: number, host = '127.0.0.1'): Promise<TLSSocket> {
  const socket = connect({ port, host, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  return socket;
}

export function certificateOf(socket: TLSSocket): X509Certificate {
  return new X509Certificate(socket.getPeerCertificate().raw);
}

function fingerprintOf(socket: TLSSocket): string {
  return certificateOf(socket).fingerprint256;
}

/** Below those that systems give to a program that asks for any port, as tests beside this one do all the time. */
const PORTS = { from: 20_000, to: 30_000 };

/** One that nothing listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to);
    const server = createServer();
    try {
      await once(server.listen(port), 'listening');
    } catch {
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}

function jsonOf(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    return undefined;
  }
}
