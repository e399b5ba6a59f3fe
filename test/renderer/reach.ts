import type { ReachJson } from '../../src-shared/reach-api.ts';

/** No other device may connect. */
export const REACH_OFF: ReachJson = {
  ...{ on: false, by_command: false, state: 'off', failure: 'none', port: 8731, addresses: [] },
  ...{ fingerprint: '', key_pin: '', own_certificate: true, certificate_problem: '', has_password: true },
  ...{ allowed_names: [], refused_names: [], public_urls: [], proxies: [] },
  given: { names: [], public_urls: [], proxies: [] },
};
/** They may, by two addresses. */
export const REACH_ON: ReachJson = {
  ...REACH_OFF,
  ...{ on: true, state: 'on', fingerprint: 'AB:CD', key_pin: 'pin=' },
  addresses: ['https://attic.local:8731', 'https://192.168.1.7:8731'],
};
