import type { NetworkInterfaceInfo } from 'node:os';
import { isLoopback } from './open-reach.ts';

/** What this machine is called and where it is reached. */
export interface MachineNames {
  readonly hostname: string;
  readonly interfaces: Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;
}

/** A laptop that changes networks is known by its new address after this time. */
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

/** How devices of its network can call a machine. */
export interface NetworkNames {
  /** As in a Host header. */
  readonly hosts: readonly string[];
  /** Those that are worth showing to people, the best first. */
  readonly shown: readonly string[];
}

/** Networks inside one computer, with no other device in them. */
const INNER_NETWORKS = /^(docker|br-|veth|virbr|vmnet|vboxnet|lxc|cni|podman)/;

/** All names and addresses except loopback and link-local ones. */
export function networkNamesOf({ hostname, interfaces }: MachineNames): NetworkNames {
  const name = hostname.toLowerCase();
  const called = isLoopback(name) ? [] : [...new Set(hostNamesFor(name, { hostname, interfaces: {} }))];
  const addresses = Object.entries(interfaces).flatMap(([network, list = []]) =>
    list
      .filter(({ internal, address }) => !internal && !/^(fe[89ab]|169\.254\.)/i.test(address))
      .map(({ address }) => ({ host: bracketed(address), isShown: !INNER_NETWORKS.test(network) })),
  );
  const inOrder = addresses.sort((a, b) => Number(a.host.startsWith('[')) - Number(b.host.startsWith('[')));
  return {
    hosts: [...called, ...inOrder.map(({ host }) => host)],
    shown: [
      ...called.filter((each) => each.includes('.')),
      ...inOrder.filter(({ isShown }) => isShown).map(({ host }) => host),
    ],
  };
}

/** As `hostNamesFor`, for this machine now. */
export function hostNamesNow(
  host: string,
  machine: () => MachineNames,
  nowMs?: () => number,
): () => readonly string[] {
  return keptShortly(() => hostNamesFor(host, machine()), nowMs);
}

/** As `networkNamesOf`, for this machine now. */
export function networkNamesNow(machine: () => MachineNames): () => NetworkNames {
  return keptShortly(() => networkNamesOf(machine()));
}

/**
 * The last value that could be read: asking the system takes a descriptor, and without a free one the old names stay.
 */
function keptShortly<T>(read: () => T, nowMs: () => number = () => performance.now()): () => T {
  let kept = { value: read(), atMs: nowMs() };
  return () => {
    if (nowMs() - kept.atMs < KEPT_MS) return kept.value;
    kept = { value: readOr(read, kept.value), atMs: nowMs() };
    return kept.value;
  };
}

function readOr<T>(read: () => T, before: T): T {
  try {
    return read();
  } catch {
    return before;
  }
}

/** An IPv6 address as it stands in a Host header, without the zone that means something on its own machine only. */
function bracketed(host: string): string {
  return (host.includes(':') ? `[${host.split('%')[0]}]` : host).toLowerCase();
}
