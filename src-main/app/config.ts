import { homedir } from 'node:os';
import { join } from 'node:path';
import type { PasswordCost } from '../core/access/password-hash.ts';
import type { Secrets } from '../usecases/libraries/remembered-keys.ts';

/** Clients store the server's address, port included, with each library: this number is for ever. */
export const DEFAULT_PORT = 8730;

/** The same for what listens for other devices. */
export const DEFAULT_NETWORK_PORT = 8731;

/** Everything that a start can be told. */
export interface AppConfig {
  /** Absolute path; made when it is not there. */
  readonly dataDir: string;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Origins under which proxies show this server, the main one first; absent: none. */
  readonly publicUrls?: readonly string[];
  /** Names of this server that only its owner knows, at any port, in small letters; absent: none. */
  readonly allowedHosts?: readonly string[];
  /** Addresses of proxies that are believed about where a request came from; absent: none. */
  readonly trustedProxies?: readonly string[];
  /** How devices of the network reach it; absent: as was decided in the page. */
  readonly network?: NetworkConfig;
  /** Folder with the built UI; null: none is served. */
  readonly uiDir: string | null;
  /** The first administrator, made at the first start; nulls: made silently, signed in by a one-time address. */
  readonly administrator: { readonly email: string; readonly password: string } | null;
  readonly version: string;
  /** The desktop app runs it, and has a window of its own; absent: it is headless. */
  readonly isDesktop?: boolean;
  /** What checking a password costs; absent: what today's machines can bear. Tests, which check many, take less. */
  readonly passwordCost?: PasswordCost;
  /** Where library keys that a user asked to remember are kept; absent: the keychain of the system. */
  readonly secrets?: Secrets;
}

/** What a start says of listening for other devices, by TLS. */
export interface NetworkConfig {
  /** True: whatever was decided in the page. */
  readonly isOn?: boolean;
  /** 0: any free one. Absent: as was decided in the page. */
  readonly port?: number;
  /** Absolute paths of a certificate that is not made here; absent: the computer's own. */
  readonly certificate?: { readonly cert: string; readonly key: string };
}

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/** Where data lives by default: the place each system has for the data of applications. */
export function defaultDataDir({ env, platform }: Surroundings): string {
  const chosen = env['KEEPFOLD_DATA_DIR'];
  if (chosen !== undefined && chosen !== '') return chosen;
  if (platform === 'win32')
    return join(env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'Keepfold');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Keepfold');
  const dataHome = env['XDG_DATA_HOME'];
  return join(
    dataHome !== undefined && dataHome !== '' ? dataHome : join(homedir(), '.local', 'share'),
    'keepfold',
  );
}

/** The first administrator that the environment names, if it names both e-mail and password. */
export function administratorFrom(env: Surroundings['env']): AppConfig['administrator'] {
  const email = env['KEEPFOLD_ADMIN_EMAIL'] ?? '';
  const password = env['KEEPFOLD_ADMIN_PASSWORD'] ?? '';
  return email !== '' && password !== '' ? { email, password } : null;
}
