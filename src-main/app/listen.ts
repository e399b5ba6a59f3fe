import type { FastifyInstance } from 'fastify';
import { said } from '../../src-shared/service-words.ts';
import type { NetworkState } from '../usecases/upkeep/reach.ts';
import { StartError } from './start-error.ts';

/**
 * Listens and returns the address to call.
 * @throws StartError `port-taken`: clients store the address, so another port is never taken silently
 */
export async function listen(server: FastifyInstance, at: { host: string; port: number }): Promise<string> {
  try {
    await server.listen({ host: at.host, port: at.port });
  } catch (cause) {
    if (!(cause instanceof Error) || !('code' in cause)) throw cause;
    if (cause.code !== 'EADDRINUSE' && cause.code !== 'EACCES') throw cause;
    const why = cause.code === 'EADDRINUSE' ? 'portUsed' : 'portRefused';
    throw new StartError('port-taken', said(why, { count: at.port, what: at.host }), cause);
  }
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : at.port;
  // A wildcard address is for listening only; clients cannot call it.
  const host = at.host === '0.0.0.0' || at.host === '::' ? '127.0.0.1' : at.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Why a server does not listen for other devices although its command line demands it. */
export function networkStartError({ failure, port, certificateProblem }: NetworkState): StartError {
  const certificate = certificateProblem === '' ? 'There is no certificate for it.' : certificateProblem;
  const why = {
    none: 'It was not opened.',
    'port-taken': `Port ${port} is used by another program. Choose another with --lan-port.`,
    'port-not-allowed': `Port ${port} may not be used by this account. Choose another with --lan-port.`,
    certificate,
    other: `Port ${port} could not be opened; the log says why.`,
  }[failure];
  const refusal = failure === 'certificate' ? 'certificate-unusable' : 'port-taken';
  return new StartError(refusal, `Other devices could not connect (--lan). ${why}`);
}
