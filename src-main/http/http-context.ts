import type { FastifyBaseLogger } from 'fastify';
import type { TerminalCommandsJson } from '../../src-shared/session-api.ts';
import type { FaultListener } from '../engine/scheduling/background.ts';
import type { DeclaredRoute } from './declared-routes.ts';
import type { GuardConfig } from './request-guards.ts';
import type { HttpServices } from './services.ts';

export interface HttpConfig extends GuardConfig {
  /** Version of the interface that clients are told: three numbers. */
  readonly version: string;
  /** Version of this program, for the status; absent: the version above. */
  readonly productVersion?: string;
  /** Whether the desktop app runs the server; absent: no. */
  readonly isDesktop?: boolean;
  /** Absolute folder of the built user interface; absent: none is served. */
  readonly uiFolder?: string;
  /** What is typed in a terminal to reach the server that listens on a port; absent: users are not told. */
  readonly commands?: (port: number) => TerminalCommandsJson;
  /** Absolute path, shown to users of this machine. */
  readonly dataFolder: string;
  /** Others than this computer reach the server, by the network or by a proxy. */
  readonly isReachedFromOutside: () => boolean;
  readonly startedAtSeconds: number;
  readonly logger?: FastifyBaseLogger;
}

/** What routes are made of. */
export interface HttpContext {
  readonly services: HttpServices;
  readonly config: HttpConfig;
}

/** Also all routes of the server, for the one that describes them; complete once it is ready. */
export interface RoutesContext extends HttpContext {
  readonly routes: readonly DeclaredRoute[];
}

/** Writes faults of what no request waits for into the log. */
export function faultsIn(log: FastifyBaseLogger, event: string): FaultListener {
  return (err) => log.error({ event, err });
}
