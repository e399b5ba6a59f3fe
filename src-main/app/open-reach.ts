import type { NetworkState } from '../usecases/upkeep/reach.ts';
import type { AppConfig } from './config.ts';

type ListeningConfig = Pick<AppConfig, 'host' | 'publicUrls' | 'trustedProxies'>;

/** Whether others than this computer reach the server: by the network, or by a proxy. */
export function isReachedFromOutside({
  host,
  publicUrls = [],
  trustedProxies = [],
}: ListeningConfig): boolean {
  return !isLoopback(host) || publicUrls.length > 0 || trustedProxies.length > 0;
}

/** What to say when passwords and files would cross a network in the clear; else null. */
export function openReachWarning({ host, publicUrls = [] }: ListeningConfig): string | null {
  if (isLoopback(host) || publicUrls.some((url) => url.startsWith('https:'))) return null;
  return [
    `Warning: Keepfold answers other computers (--host ${host}) without encryption.`,
    'Whoever can listen in on the network reads passwords and files.',
    'Use --lan in place of --host, or put an HTTPS proxy in front and name it with --public-url and --trusted-proxy.',
  ].join(' ');
}

/** What the console says of listening for other devices; nothing where that is off. */
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
