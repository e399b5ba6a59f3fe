import { BlockList, isIP, isIPv6, type Socket } from 'node:net';

/** What stands for every address of this computer. */
export const LOOPBACK = 'loopback';

/**
 * One name for all addresses that one client can choose among: those of this computer, and those of one IPv6 /64.
 * An IPv4 address that is written as IPv6 counts as the IPv4 one.
 */
export function addressOf({ ip }: { readonly ip: string | undefined }): string {
  const text = (ip ?? '').toLowerCase().replace(/%.*$/, '');
  const plain = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/.exec(text)?.[1] ?? text;
  if (plain.startsWith('127.') || plain === '::1') return LOOPBACK;
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain;
}

/** Null: this computer, where all clients share one address. */
export function remoteAddressOf(request: { readonly ip: string | undefined }): string | null {
  const address = addressOf(request);
  return address === LOOPBACK ? null : address;
}

/** What is made of a list, and made anew when the list is another one. */
export function madeOf<T>(list: () => readonly string[], make: (list: readonly string[]) => T): () => T {
  let made = { of: list(), value: make(list()) };
  return () => {
    const now = list();
    if (now !== made.of) made = { of: now, value: make(now) };
    return made.value;
  };
}

/** Whether a text is one of these addresses, of which IPv4 may be written as IPv6. */
export function isAmong(addresses: readonly string[]): (text: string) => boolean {
  const list = new BlockList();
  const familyOf = (text: string) => (isIP(text) === 6 ? 'ipv6' : 'ipv4');
  for (const address of addresses) list.addAddress(address, familyOf(address));
  return (text) => {
    const address = text.replace(/%.*$/, '');
    return isIP(address) !== 0 && list.check(address, familyOf(address));
  };
}

/** Whether a connection came by TLS of our own, which is what listens for other devices. */
export function isByNetwork(socket: Socket): boolean {
  return 'encrypted' in socket && socket.encrypted === true;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [before = '', after] = address.split('::');
  const groups = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => group.replace(/^0+(?=.)/, ''));
  const first = groups(before);
  const last = groups(after ?? '');
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last];
}
