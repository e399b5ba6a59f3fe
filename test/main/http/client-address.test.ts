import { describe, expect, it } from 'vitest';
import { addressOf, isAmong, madeOf } from '../../../src-main/http/client-address.ts';

const named = (...addresses: string[]) => addresses.map((ip) => addressOf({ ip }));

describe('the name of an address', () => {
  it('is the same for all addresses of this computer', () => {
    expect(named('127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1')).toEqual(
      Array.from({ length: 4 }, () => 'loopback'),
    );
  });

  it('is the same for all addresses of one IPv6 network, and another for the next network', () => {
    expect(named('2001:db8:0:1::5', '2001:0db8:0000:0001:ffff::', '2001:db8:0:1:8:7:6:5')).toEqual(
      Array.from({ length: 3 }, () => '2001:db8:0:1::/64'),
    );
    expect(named('2001:db8:0:2::5', 'fe80::1%eth0')).toEqual(['2001:db8:0:2::/64', 'fe80:0:0:0::/64']);
  });

  it('is an IPv4 address as it is, however it is written', () => {
    expect(named('192.168.1.7', '::ffff:192.168.1.7', '::FFFF:10.0.0.1')).toEqual([
      '192.168.1.7',
      '192.168.1.7',
      '10.0.0.1',
    ]);
  });
});

describe('addresses that are believed', () => {
  it('are known however they are written, and nothing else is', () => {
    const isProxy = isAmong(['10.0.0.1', 'fd00::1', '::ffff:a00:2']);
    for (const text of ['10.0.0.1', '::ffff:10.0.0.1', 'fd00::1', 'fd00:0:0::1', 'fd00::1%eth0', '10.0.0.2'])
      expect([text, isProxy(text)]).toEqual([text, true]);
    for (const text of ['10.0.0.3', 'fd00::2', '', 'unknown', '10.0.0.1, 10.0.0.3', '<script>'])
      expect([text, isProxy(text)]).toEqual([text, false]);
    expect(isAmong([])('127.0.0.1')).toBe(false);
  });

  it('are read anew when the list is another one', () => {
    let list: readonly string[] = ['a'];
    let times = 0;
    const value = madeOf(
      () => list,
      (now) => {
        times += 1;
        return now.join();
      },
    );
    expect([value(), value(), times]).toEqual(['a', 'a', 1]);
    list = ['b'];
    expect([value(), value(), times]).toEqual(['b', 'b', 2]);
  });
});
