import { describe, expect, it } from 'vitest';
import { isReachedFromOutside, networkLines, openReachWarning } from '../../../src-main/app/open-reach.ts';

const PUBLIC = ['https://files.example.org'];

describe('a server that listens', () => {
  it.each(['127.0.0.1', '::1', 'localhost'])('on %s is reached from outside by a proxy only', (host) => {
    expect(isReachedFromOutside({ host })).toBe(false);
    expect(isReachedFromOutside({ host, publicUrls: PUBLIC })).toBe(true);
    expect(isReachedFromOutside({ host, trustedProxies: ['127.0.0.1'] })).toBe(true);
    expect(openReachWarning({ host })).toBe(null);
  });

  it.each(['0.0.0.0', '::', '192.168.1.7'])('on %s warns unless there is HTTPS in front', (host) => {
    expect(isReachedFromOutside({ host })).toBe(true);
    expect(openReachWarning({ host })).toBe(
      `Warning: Keepfold answers other computers (--host ${host}) without encryption. ` +
        'Whoever can listen in on the network reads passwords and files. ' +
        'Use --lan in place of --host, or put an HTTPS proxy in front and name it with --public-url and --trusted-proxy.',
    );
    expect(openReachWarning({ host, publicUrls: ['http://nas.lan'] })).not.toBe(null);
    expect(openReachWarning({ host, publicUrls: PUBLIC })).toBe(null);
  });
});

it('says on the console where other devices connect, and what they are shown', () => {
  const state = {
    ...({ state: 'on', failure: 'none', port: 8731, fingerprint: 'AB:CD', keyPin: 'x=' } as const),
    ...{ addresses: ['https://attic.local:8731', 'https://192.168.1.7:8731'] },
    ...{ isOwnCertificate: true, certificateProblem: '' },
  };
  expect(networkLines(state)).toEqual([
    'Other devices: https://attic.local:8731  https://192.168.1.7:8731',
    'Fingerprint of the certificate (SHA-256): AB:CD',
  ]);
  expect(networkLines({ ...state, state: 'failed', failure: 'port-taken' })).toEqual([
    'Other devices cannot connect at port 8731: port-taken.',
  ]);
  expect(networkLines({ ...state, state: 'off' })).toEqual([]);
});
