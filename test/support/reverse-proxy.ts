import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** The name that a proxy gives the server: the one it was asked for, or the one it calls itself. */
export type ProxiedHost = 'kept' | 'rewritten';

export interface ProxiedAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface ProxiedCall {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** From where the visitor reaches the proxy. */
  readonly visitor?: string;
}

/** A reverse proxy as people set them up, with TLS left out: to the server it makes no difference. */
export async function reverseProxy(target: { port: number; name: string }, host: ProxiedHost) {
  let visitor = '';
  const proxy = createServer((incoming, answer) => {
    const { host: asked = '', 'x-forwarded-for': claimed, ...headers } = incoming.headers;
    const passed = request({
      ...{ host: '127.0.0.1', port: target.port, method: incoming.method, path: incoming.url },
      headers: {
        ...headers,
        host: host === 'kept' ? asked : `127.0.0.1:${target.port}`,
        'x-forwarded-for': claimed === undefined ? visitor : `${claimed}, ${visitor}`,
        'x-forwarded-proto': 'https',
      },
    });
    passed.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    incoming.pipe(passed);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  return {
    /** What a client is answered that calls the proxy by its public name. */
    async call(method: string, path: string, options: ProxiedCall = {}): Promise<ProxiedAnswer> {
      visitor = options.visitor ?? '192.0.2.1';
      const headers = { host: target.name, ...options.headers };
      const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false });
      sent.end(options.body);
      const [response] = await once(sent, 'response');
      return {
        status: response.statusCode,
        headers: response.headers,
        text: await text(response),
      };
    },
    close: async () => {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
