import { hostname, networkInterfaces } from 'node:os';
import type { Logger } from 'pino';
import { readHostName } from '../core/host-name.ts';
import type { EventHub } from '../engine/event-hub.ts';
import { createReachSettings, type ReachSettings } from '../usecases/upkeep/reach.ts';
import { createRefusedNames } from '../usecases/upkeep/refused-names.ts';
import type { Services } from './compose-services.ts';
import { type AppConfig, DEFAULT_NETWORK_PORT } from './config.ts';
import type { DataDir } from './data-dir.ts';
import { hostNamesNow, type NetworkNames, networkNamesNow } from './host-names.ts';
import { type CertificateSource, namedCertificate, ownCertificate } from './network/certificates.ts';
import { TlsNetworkListener } from './network/network-listener.ts';
import { isReachedFromOutside } from './open-reach.ts';
import type { Store } from './store.ts';
import { systemClock } from './system-ports.ts';

interface ReachParts {
  readonly store: Pick<Store, 'tables'>;
  readonly services: Pick<Services, 'accounts'>;
  readonly dataDir: DataDir;
  readonly events: EventHub;
  readonly config: AppConfig & { readonly logger: Logger };
}

const machine = () => ({ hostname: hostname(), interfaces: networkInterfaces() });

/** How the server can be reached: under which names, and from where. */
export function composeReach({ store, services, dataDir, events, config }: ReachParts) {
  const { network = {}, logger } = config;
  const names = networkNamesNow(machine);
  const { allowedHosts = [], publicUrls = [], trustedProxies = [] } = config;
  const given = {
    ...network,
    entries: { name: allowedHosts, 'public-url': publicUrls, proxy: trustedProxies },
  };
  const listener = new TlsNetworkListener({
    certificates: certificatesFor(config, dataDir, () => certifiedNames(names(), reach.entries('name'))),
    hosts: () => names().shown,
    onChange: () => events.emit({ type: 'reach' }),
    onFault: (err) => logger.error({ event: 'network-listener-failed', err }),
  });
  const reach: ReachSettings = createReachSettings({
    table: store.tables.reachTable,
    listener,
    accounts: services.accounts.accounts,
    events,
    given,
    refused: createRefusedNames(systemClock),
    usualPort: DEFAULT_NETWORK_PORT,
  });
  return { reach, listener, guard: guardOf(config, reach, () => names().hosts) };
}

/** Names under which the server can be reached, and from where. */
function guardOf(config: AppConfig, reach: ReachSettings, networkNames: () => readonly string[]) {
  const { host } = config;
  const publicUrls = () => reach.entries('public-url');
  const trustedProxies = () => reach.entries('proxy');
  return {
    hostNames: hostNamesNow(host, machine),
    networkNames,
    allowedHosts: () => reach.entries('name'),
    onRefusedHost: reach.noteRefused,
    origins: [],
    publicUrls,
    networkAddresses: reach.networkAddresses,
    trustedProxies,
    isReachedFromOutside: () =>
      isReachedFromOutside({ host, publicUrls: publicUrls(), trustedProxies: trustedProxies() }),
  };
}

function certificatesFor(
  { network }: AppConfig,
  dataDir: DataDir,
  names: () => { all: string[]; lasting: string[] },
): CertificateSource {
  const files = network?.certificate;
  return files === undefined ? ownCertificate({ dataDir, names }) : namedCertificate(files);
}

function certifiedNames({ hosts, shown }: NetworkNames, allowed: readonly string[]) {
  const plain = (list: readonly string[]) =>
    list.filter((name) => readHostName(name) !== null).map((name) => name.replace(/^\[|\]$/g, ''));
  const all = plain([...shown, ...hosts, ...allowed]);
  const lasting = plain([...shown, ...allowed]).filter((name) => !name.includes(':'));
  return { all: [...new Set(all)], lasting };
}
