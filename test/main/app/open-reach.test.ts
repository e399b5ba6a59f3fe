import { describe, expect, it } from 'vitest';
import { isReachedFromOutside, openReachWarning } from '../../../src-main/app/open-reach.ts';

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
        'Put an HTTPS proxy in front and name it with --public-url and --trusted-proxy.',
    );
    expect(openReachWarning({ host, publicUrls: ['http://nas.lan'] })).not.toBe(null);
    expect(openReachWarning({ host, publicUrls: PUBLIC })).toBe(null);
  });
});
