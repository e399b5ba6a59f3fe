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

/** Without these something is missing, and everything else works. */
const OPTIONAL: ReadonlySet<string> = new Set<ServicePart>([
  'hard-link',
  'keychain-module',
  'keychain',
  'foreign-calls',
]);

export function isOptionalPart(name: ServicePart): boolean {
  return OPTIONAL.has(name);
}
