import type { CallSpecs } from './contract/call-spec.ts';
import { flag, integer, REQUIRED, text } from './contract/field-spec.ts';
import { type Json, list, named, object, oneOf } from './contract/shape.ts';

/** A name by which a client addressed the server, and that it does not know. */
const REFUSED_HOST = object({
  /** As in a Host header, without a port. */
  name: 'string',
  last_at: 'integer',
  calls: 'integer',
});
export type RefusedHostJson = Json<typeof REFUSED_HOST>;

/** `GET reach/`: how other devices of the network reach this server. */
export const REACH = named(
  'LocalReach',
  object({
    /** Whether they are meant to, even if that failed. */
    on: 'boolean',
    /** The server was started with this on (`--lan`), and no call turns it off. */
    by_command: 'boolean',
    state: oneOf('off', 'starting', 'on', 'failed'),
    /** Why it failed. `certificate`: see `certificate_problem`. */
    failure: oneOf('none', 'port-taken', 'port-not-allowed', 'certificate', 'other'),
    /** The port that is listened on, or would be. */
    port: 'integer',
    /** The addresses to type on another device, the name of this computer first; empty unless it is on. */
    addresses: list('string'),
    /** SHA-256 of the certificate, as browsers show it; empty unless it is on. */
    fingerprint: 'string',
    /** SHA-256 of its public key in Base64, as programs pin it. It stays the same when the certificate is renewed. */
    key_pin: 'string',
    /** False: the certificate is one that the server was started with. */
    own_certificate: 'boolean',
    /** Why another certificate was not accepted, in English; empty: nothing is wrong. */
    certificate_problem: 'string',
    /** Whether the caller has a password, without which it cannot be turned on. */
    has_password: 'boolean',
    /** Names that the server answers to as well, at any port. */
    allowed_names: list('string'),
    /** Origins under which proxies show the server; the first is the main one. */
    public_urls: list('string'),
    /** Proxies that are trusted about where a request came from. */
    proxies: list('string'),
    /** Those of them given on the command line that started the server, which no call removes. */
    given: object({ names: list('string'), public_urls: list('string'), proxies: list('string') }),
    /** The newest first. */
    refused_names: list(REFUSED_HOST),
  }),
);
export type ReachJson = Json<typeof REACH>;

/** How other devices reach the server. */
export const REACH_CALLS = {
  'GET reach/': {
    summary: 'Whether and where other devices of the network reach the server, and by which names.',
    access: 'admin',
    answer: REACH,
  },
  'PUT reach/': {
    summary: 'Lets other devices of the network connect, by HTTPS, or ends that and their connections.',
    access: 'admin',
    passwordAgain: { for: 'host-disk' },
    body: {
      on: flag(null, '', REQUIRED),
      port: integer('Absent: the one before.', { least: 1, most: 65_535 }),
    },
    answer: REACH,
    refuses: ['argument-invalid', 'password-needed'],
  },
  'POST reach/names/': {
    summary: 'Has the server answer to a name that it does not know.',
    access: 'admin',
    passwordAgain: { for: 'host-disk' },
    body: { name: text('A host name or an address, without a port.', REQUIRED) },
    answer: REACH,
    refuses: ['argument-invalid'],
  },
  'DELETE reach/names/:name/': {
    summary: 'Ends that.',
    access: 'admin',
    passwordAgain: { for: 'host-disk' },
    answer: REACH,
  },
  'POST reach/public-urls/': {
    summary:
      'Has the server answer under an address that a proxy in front shows it at, and name it in links.',
    access: 'admin',
    passwordAgain: { for: 'host-disk' },
    body: { url: text('As `https://files.example.org`, without a path.', REQUIRED) },
    answer: REACH,
    refuses: ['argument-invalid', 'password-needed'],
  },
  'DELETE reach/public-urls/': {
    summary: 'Ends that.',
    access: 'admin',
    passwordAgain: { for: 'host-disk' },
    query: { url: text('', REQUIRED) },
    answer: REACH,
  },
  'POST reach/proxies/': {
    summary: 'Has the server believe what a proxy says of where a request came from.',
    access: 'admin',
    passwordAgain: { for: 'host-disk' },
    body: { address: text('An IP address.', REQUIRED) },
    answer: REACH,
    refuses: ['argument-invalid', 'password-needed'],
  },
  'DELETE reach/proxies/:address/': {
    summary: 'Ends that.',
    access: 'admin',
    passwordAgain: { for: 'host-disk' },
    answer: REACH,
  },
  'POST reach/names/dismiss/': {
    summary: 'Forgets that the server was called by a name.',
    access: 'admin',
    body: { name: text('', REQUIRED) },
    answer: REACH,
  },
} as const satisfies CallSpecs;
