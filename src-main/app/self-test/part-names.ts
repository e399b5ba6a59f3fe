/** What the service is made from, in the order in which it is tried. */
export const SERVICE_PARTS = [
  'digests',
  'ciphers',
  'scrypt',
  'argon2id',
  'database',
  'durable-file',
  'hard-link',
  'watcher',
  'loopback',
  'thumbnails',
  'keychain-module',
  'keychain',
  'foreign-calls',
  // Last: it changes how its thread sees files.
  'archives',
] as const;

export type ServicePart = (typeof SERVICE_PARTS)[number];

/** Without these something is missing, and everything else works: what that is. */
const OPTIONAL: Readonly<Partial<Record<ServicePart, string>>> = {
  'hard-link': 'New files are copied into place, which takes longer on slow disks.',
  'keychain-module':
    'Passwords of encrypted libraries cannot be remembered: they are asked for after each start.',
  keychain: 'Passwords of encrypted libraries cannot be remembered: they are asked for after each start.',
  'foreign-calls': 'More memory stays in use after large jobs.',
};

export function isOptionalPart(name: ServicePart): boolean {
  return Object.hasOwn(OPTIONAL, name);
}

/** What is missing without a part; undefined for one that nothing works without. */
export function lackOf(name: string): string | undefined {
  const lacks: Readonly<Record<string, string>> = OPTIONAL;
  return lacks[name];
}
