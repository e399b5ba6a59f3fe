import type { ReachJson } from '../../../../src-shared/reach-api.ts';

/** What a phone reaches the server with. */
export type PhoneProgram = 'seafile' | 'webdav' | 'browser';

/** Where a phone reaches the server, the best first: phones often do not find names of the network. */
export function phoneOrigins({
  public_urls,
  addresses,
}: Pick<ReachJson, 'public_urls' | 'addresses'>): string[] {
  const isNumber = (address: string) => /^https:\/\/[\d.]+:/.test(address);
  const numbers = addresses.filter(isNumber);
  return [...public_urls, ...numbers, ...addresses.filter((address) => !isNumber(address))];
}

/** Whether only programs of this computer reach an address. */
export function isLoopbackAddress(address: string): boolean {
  const name = URL.parse(address)?.hostname ?? '';
  return name === 'localhost' || name === '[::1]' || name.startsWith('127.');
}
