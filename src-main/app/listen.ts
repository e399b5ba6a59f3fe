import type { FastifyInstance } from 'fastify';
import { StartError } from './start-error.ts';

/**
 * Listens and returns the address to call.
 * @throws StartError `port-taken`: clients store the address, so that another port is never taken silently
 */
export async function listen(server: FastifyInstance, at: { host: string; port: number }): Promise<string> {
  try {
    await server.listen({ host: at.host, port: at.port });
  } catch (cause) {
    if (!(cause instanceof Error) || !('code' in cause)) throw cause;
    if (cause.code !== 'EADDRINUSE' && cause.code !== 'EACCES') throw cause;
    const why =
      cause.code === 'EADDRINUSE' ? 'is used by another program' : 'may not be used by this account';
    throw new StartError(
      'port-taken',
      `Port ${at.port} on ${at.host} ${why}. Stop it or choose another with --port.`,
      cause,
    );
  }
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : at.port;
  // A wildcard address listens everywhere but is no address to call.
  const host = at.host === '0.0.0.0' || at.host === '::' ? '127.0.0.1' : at.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
