import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import pLimit from 'p-limit';
import { every } from '../../engine/scheduling/background.ts';
import type { NetworkListener, NetworkState } from '../../usecases/upkeep/reach.ts';
import type { Certificate, CertificateSource } from './certificates.ts';

/** A handshake is two round trips; a slower one only holds a connection. */
const HANDSHAKE_MS = 10_000;
const LOOK_EVERY_MS = 10_000;

const FAILURES: Readonly<Record<string, NetworkState['failure']>> = {
  EADDRINUSE: 'port-taken',
  EACCES: 'port-not-allowed',
};
/** Errors of a system without IPv6. */
const WITHOUT_IPV6: ReadonlySet<unknown> = new Set(['EAFNOSUPPORT', 'EADDRNOTAVAIL', 'EINVAL']);

export interface NetworkListenerParts {
  readonly certificates: CertificateSource;
  /** Hosts that other devices can use, the best first, as in an address. */
  readonly hosts: () => readonly string[];
  /** Called when the state changes, unless the caller of the change learns of it anyway. */
  readonly onChange: () => void;
  readonly onFault: (err: unknown) => void;
  /** How soon a new address, or a changed file, is noticed. */
  readonly lookEveryMs?: number;
}

interface Listening {
  readonly server: Server;
  readonly port: number;
  readonly connections: Set<Socket>;
  shown: Certificate;
}

type Outcome = Pick<NetworkState, 'state' | 'failure'>;

/**
 * Listens for other devices with TLS on all addresses. Connections are passed to the server for this computer, so that
 * every limit and guard applies to both.
 */
export class TlsNetworkListener implements NetworkListener {
  readonly #parts: NetworkListenerParts;
  readonly #oneAtATime = pLimit(1);
  #app: Pick<FastifyInstance, 'server' | 'connections'> | null = null;
  #listening: Listening | null = null;
  #outcome: Outcome = { state: 'off', failure: 'none' };
  #port = 0;
  #endLooks: (() => void) | null = null;

  constructor(parts: NetworkListenerParts) {
    this.#parts = parts;
  }

  /** Has connections answered by the server until it closes; call it before it listens. */
  serve(app: FastifyInstance): void {
    this.#app = app;
    app.addHook('preClose', () => this.close());
  }

  state(): NetworkState {
    const { certificates, hosts } = this.#parts;
    const listening = this.#listening;
    const port = listening?.port ?? this.#port;
    return {
      ...this.#outcome,
      port,
      addresses: listening === null ? [] : hosts().map((host) => `https://${host}:${port}`),
      fingerprint: listening?.shown.fingerprint ?? '',
      keyPin: listening?.shown.keyPin ?? '',
      isOwnCertificate: certificates.isOwn,
      certificateProblem: certificates.problem(),
    };
  }

  open(port: number): Promise<void> {
    return this.#oneAtATime(async () => {
      if (this.#listening?.port === port) return;
      await this.#end();
      this.#port = port;
      this.#outcome = { state: 'starting', failure: 'none' };
      this.#outcome = await this.#begin(port);
    });
  }

  close(): Promise<void> {
    return this.#oneAtATime(async () => {
      await this.#end();
      this.#outcome = { state: 'off', failure: 'none' };
    });
  }

  async #begin(port: number): Promise<Outcome> {
    const { certificates, onFault, lookEveryMs = LOOK_EVERY_MS } = this.#parts;
    let shown: Certificate;
    try {
      shown = await certificates.current();
    } catch (error) {
      onFault(error);
      return { state: 'failed', failure: 'certificate' };
    }
    try {
      this.#listening = await this.#listen(port, shown);
    } catch (error) {
      onFault(error);
      return { state: 'failed', failure: FAILURES[String(codeOf(error))] ?? 'other' };
    }
    this.#endLooks = every(lookEveryMs, () => this.#lookAgain(), onFault);
    return { state: 'on', failure: 'none' };
  }

  async #listen(port: number, shown: Certificate): Promise<Listening> {
    const connections = new Set<Socket>();
    const server = createServer({
      handshakeTimeout: HANDSHAKE_MS,
      ALPNProtocols: ['http/1.1'],
      ...tlsOptions(shown),
    });
    this.#takeConnections(server, connections);
    try {
      await listenOn(server, { port, host: '::' });
    } catch (error) {
      if (!WITHOUT_IPV6.has(codeOf(error))) throw error;
      await listenOn(server, { port, host: '0.0.0.0' });
    }
    server.on('error', this.#parts.onFault);
    const address = server.address();
    const at = typeof address === 'object' && address !== null ? address.port : port;
    return { server, port: at, connections, shown };
  }

  #takeConnections(server: Server, connections: Set<Socket>): void {
    const app = this.#app;
    if (app === null) throw new Error('nothing answers what would come');
    /** Sockets during their handshake, by remote address. */
    const shaking = new Map<string, Socket>();
    server.on('connection', (socket: Socket) => {
      const from = endOf(socket);
      connections.add(socket);
      shaking.set(from, socket);
      socket.once('close', () => {
        connections.delete(socket);
        if (shaking.get(from) === socket) shaking.delete(from);
      });
      app.connections.shakeHands(socket);
    });
    server.on('secureConnection', (socket: TLSSocket) => {
      const raw = shaking.get(endOf(socket));
      if (raw !== undefined) app.connections.handOver(raw);
      app.server.emit('connection', socket);
    });
    // Node has closed it; what strangers send is no fault of ours.
    server.on('tlsClientError', () => undefined);
  }

  async #lookAgain(): Promise<void> {
    const listening = this.#listening;
    if (listening === null) return;
    const before = this.#parts.certificates.problem();
    const shown = await this.#parts.certificates.current();
    const isNew = shown !== listening.shown;
    listening.shown = shown;
    if (isNew) listening.server.setSecureContext(tlsOptions(shown));
    if (isNew || this.#parts.certificates.problem() !== before) this.#parts.onChange();
  }

  async #end(): Promise<void> {
    this.#endLooks?.();
    const listening = this.#listening;
    this.#listening = null;
    if (listening === null) return;
    const closed = once(listening.server, 'close');
    listening.server.close();
    for (const socket of listening.connections) socket.destroy();
    await closed;
  }
}

function tlsOptions({ cert, key }: Certificate) {
  return { cert, key, minVersion: 'TLSv1.2' } as const;
}

async function listenOn(server: Server, at: { readonly port: number; readonly host: string }): Promise<void> {
  server.listen(at);
  await once(server, 'listening');
}

/** Identifies a connection at this port. */
function endOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
