import type { NetworkInterfaceInfo } from 'node:os';
import { isLoopback } from './open-reach.ts';

/** What this machine is called and where it is reached. */
export interface MachineNames {
  readonly hostname: string;
  readonly interfaces: Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;
}

/** A laptop that changes its network is called by its new address after so long. */
const KEPT_MS = 5_000;

/**
 * The names by which clients may call a server that listens on `host`, besides the loopback names, in small letters: also
 * that by which the machine is found in its own network. A wildcard stands for every address of the machine; a page that was
 * rebound to one of them still comes under a name of its own, which is refused.
 */
export function hostNamesFor(host: string, { hostname, interfaces }: MachineNames): string[] {
  if (isLoopback(host)) return [bracketed(host)];
  const name = hostname.toLowerCase();
  const [label = name] = name.split('.');
  const called = new Set([name, label, `${label}.local`]);
  if (host !== '0.0.0.0' && host !== '::') return [...called, bracketed(host)];
  const addresses = Object.values(interfaces).flatMap((list) => list ?? []);
  return [...called, ...addresses.map(({ address }) => bracketed(address))];
}

/** As `hostNamesFor`, of this machine as it is now. */
export function hostNamesNow(
  host: string,
  machine: () => MachineNames,
  nowMs: () => number = () => performance.now(),
): () => readonly string[] {
  let names: readonly string[] = [];
  let readAtMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (nowMs() - readAtMs >= KEPT_MS) {
      names = hostNamesFor(host, machine());
      readAtMs = nowMs();
    }
    return names;
  };
}

/** An IPv6 address as it stands in a Host header, without the zone that means something on its own machine only. */
function bracketed(host: string): string {
  return (host.includes(':') ? `[${host.split('%')[0]}]` : host).toLowerCase();
}
