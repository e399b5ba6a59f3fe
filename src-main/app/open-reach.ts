import type { NetworkState } from '../usecases/upkeep/reach.ts';
import type { AppConfig } from './config.ts';

type ListeningConfig = Pick<AppConfig, 'host' | 'publicUrls' | 'trustedProxies'>;

/** Whether the server can be reached from outside this computer: by the network, or by a proxy. */
export function isReachedFromOutside({
  host,
  publicUrls = [],
  trustedProxies = [],
}: ListeningConfig): boolean {
  return !isLoopback(host) || publicUrls.length > 0 || trustedProxies.length > 0;
}

/** A warning when passwords and files would cross a network unencrypted; null otherwise. */
export function openReachWarning({ host, publicUrls = [] }: ListeningConfig): string | null {
  if (isLoopback(host) || publicUrls.some((url) => url.startsWith('https:'))) return null;
  return [
    `Warning: Keepfold answers other computers (--host ${host}) without encryption.`,
    'Whoever can listen in on the network reads passwords and files.',
    'Use --lan in place of --host, or put an HTTPS proxy in front and name it with --public-url and --trusted-proxy.',
  ].join(' ');
}

/** Lines for the console about listening for other devices; none when that is off. */
export function networkLines({ state, addresses, fingerprint, port, failure }: NetworkState): string[] {
  if (state === 'off') return [];
  if (state !== 'on') return [`Other devices cannot connect at port ${port}: ${failure}.`];
  return [
    `Other devices: ${addresses.join('  ')}`,
    `Fingerprint of the certificate (SHA-256): ${fingerprint}`,
  ];
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
