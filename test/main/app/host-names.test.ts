import type { NetworkInterfaceInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { hostNamesFor, hostNamesNow, networkNamesOf } from '../../../src-main/app/host-names.ts';

const address = (text: string) => ({ address: text }) as NetworkInterfaceInfo;
const machine = {
  hostname: 'Attic',
  interfaces: { eth0: [address('192.168.1.7'), address('fe80::1%eth0')], none: undefined },
};

describe('the names a server may be called by', () => {
  it('are that of the address alone when only this computer reaches it', () => {
    expect(hostNamesFor('127.0.0.1', machine)).toEqual(['127.0.0.1']);
    expect(hostNamesFor('::1', machine)).toEqual(['[::1]']);
  });

  it('are those of the machine in its network and the address that it listens on', () => {
    expect(hostNamesFor('192.168.1.7', machine)).toEqual(['attic', 'attic.local', '192.168.1.7']);
    expect(hostNamesFor('Attic.Lan', machine)).toEqual(['attic', 'attic.local', 'attic.lan']);
  });

  it('are all of the machine when it listens everywhere', () => {
    const named = ['attic', 'attic.local'];
    expect(hostNamesFor('0.0.0.0', machine)).toEqual([...named, '192.168.1.7', '[fe80::1]']);
    const macs = hostNamesFor('0.0.0.0', { hostname: 'attic.local', interfaces: {} });
    expect(macs).toEqual(['attic.local', 'attic']);
  });

  it('are looked up anew after some seconds, because laptops change their network', () => {
    let at = 0;
    let there = '192.168.1.7';
    const names = hostNamesNow(
      '0.0.0.0',
      () => ({ hostname: 'attic', interfaces: { wlan0: [address(there)] } }),
      () => at,
    );
    expect(names()).toContain('192.168.1.7');
    there = '10.0.0.2';
    at = 4_999;
    expect(names()).not.toContain('10.0.0.2');
    at = 5_000;
    expect(names()).toEqual(['attic', 'attic.local', '10.0.0.2']);
  });

  it('stay what they were while the system has no descriptor left to tell them', () => {
    let at = 0;
    let tells = true;
    const names = hostNamesNow(
      '0.0.0.0',
      () => {
        if (!tells) throw new Error('EMFILE');
        return { hostname: 'attic', interfaces: { wlan0: [address('192.168.1.7')] } };
      },
      () => at,
    );
    tells = false;
    at = 5_000;
    expect(names()).toEqual(['attic', 'attic.local', '192.168.1.7']);
  });
});

describe('the names by which devices of the network call a machine', () => {
  const at = (text: string, internal = false) => ({ address: text, internal }) as NetworkInterfaceInfo;

  it('are its own and its addresses, without those of each computer itself and of one cable', () => {
    const { hosts } = networkNamesOf({
      hostname: 'Attic',
      interfaces: {
        lo: [at('127.0.0.1', true), at('::1', true)],
        eth0: [at('fd00::7'), at('192.168.1.7'), at('fe80::1%eth0'), at('169.254.3.4')],
      },
    });
    expect(hosts).toEqual(['attic', 'attic.local', '192.168.1.7', '[fd00::7]']);
  });

  it('are shown to people as far as another device can find them', () => {
    const { hosts, shown } = networkNamesOf({
      hostname: 'attic.example.org',
      interfaces: { eth0: [at('192.168.1.7')], docker0: [at('172.17.0.1')], 'br-5f': [at('172.18.0.1')] },
    });
    expect(hosts).toContain('172.17.0.1');
    expect(shown).toEqual(['attic.example.org', 'attic.local', '192.168.1.7']);
  });

  it('are none where the machine has none of its own', () => {
    expect(networkNamesOf({ hostname: 'localhost', interfaces: {} })).toEqual({ hosts: [], shown: [] });
  });
});
