import { homedir } from 'node:os';
import { join } from 'node:path';
import type { PasswordCost } from '../core/access/password-hash.ts';
import type { Secrets } from '../usecases/libraries/remembered-keys.ts';

/** Clients store the server's address with each library, including the port, so this number must never change. */
export const DEFAULT_PORT = 8730;

/** The same for what listens for other devices. */
export const DEFAULT_NETWORK_PORT = 8731;

/** The options of a start. */
export interface AppConfig {
  /** Absolute path; made when it is not there. */
  readonly dataDir: string;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Origins under which proxies show this server, the main one first; absent: none. */
  readonly publicUrls?: readonly string[];
  /** More names of this server, at any port, in lower case; absent: none. */
  readonly allowedHosts?: readonly string[];
  /** Addresses of proxies that are trusted about where a request came from; absent: none. */
  readonly trustedProxies?: readonly string[];
  /** How devices of the network reach it; absent: as set in the page. */
  readonly network?: NetworkConfig;
  /** Folder with the built UI; null: none is served. */
  readonly uiDir: string | null;
  /**
   * The first administrator, created at the first start; null: created without a password, with a one-time sign-in
   * address.
   */
  readonly administrator: { readonly email: string; readonly password: string } | null;
  readonly version: string;
  /** Whether the desktop app runs it, with a window of its own; absent: headless. */
  readonly isDesktop?: boolean;
  /** Cost of checking a password; absent: what today's machines can bear. Tests, which check many, use less. */
  readonly passwordCost?: PasswordCost;
  /** Where library keys that a user asked to remember are kept; absent: the keychain of the system. */
  readonly secrets?: Secrets;
}

/** Options about listening for other devices with TLS. */
export interface NetworkConfig {
  /** True: regardless of the setting in the page. */
  readonly isOn?: boolean;
  /** 0: any free port. Absent: as set in the page. */
  readonly port?: number;
  /** Absolute paths of an existing certificate; absent: our own. */
  readonly certificate?: { readonly cert: string; readonly key: string };
}

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/** The default data folder: where each system keeps data of applications. */
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
