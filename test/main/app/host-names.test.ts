import type { NetworkInterfaceInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { hostNamesFor } from '../../../src-main/app/host-names.ts';

const address = (text: string) => ({ address: text }) as NetworkInterfaceInfo;
const machine = {
  hostname: 'attic',
  interfaces: { eth0: [address('192.168.1.7'), address('fe80::1%eth0')], none: undefined },
};

describe('the names a server may be called by', () => {
  it('are that of the address it listens on', () => {
    expect(hostNamesFor('192.168.1.7', machine)).toEqual(['192.168.1.7']);
    expect(hostNamesFor('::1', machine)).toEqual(['[::1]']);
  });

  it('are all of the machine when it listens everywhere', () => {
    expect(hostNamesFor('0.0.0.0', machine)).toEqual(['attic', '192.168.1.7', '[fe80::1]']);
  });
});
