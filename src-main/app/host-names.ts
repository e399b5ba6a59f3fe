import type { NetworkInterfaceInfo } from 'node:os';

/** What this machine is called and where it is reached. */
export interface MachineNames {
  readonly hostname: string;
  readonly interfaces: Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;
}

/**
 * The names by which clients may call a server that listens on `host`, besides the loopback names. A wildcard stands
 * for every address of the machine; a page that was rebound to one of them still comes under a name of its own, which
 * is refused.
 */
export function hostNamesFor(host: string, { hostname, interfaces }: MachineNames): string[] {
  if (host !== '0.0.0.0' && host !== '::') return [bracketed(host)];
  const addresses = Object.values(interfaces).flatMap((list) => list ?? []);
  return [hostname, ...addresses.map(({ address }) => bracketed(address))];
}

/** An IPv6 address as it stands in a Host header, without the zone that means something on its own machine only. */
function bracketed(host: string): string {
  return host.includes(':') ? `[${host.split('%')[0]}]` : host;
}
