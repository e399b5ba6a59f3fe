/** What the service consists of, in the order of the tests. */
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

/** Parts that are optional, and what is missing without them. */
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

/** What is missing without a part; undefined for a required one. */
export function lackOf(name: string): string | undefined {
  const lacks: Readonly<Record<string, string>> = OPTIONAL;
  return lacks[name];
}

/** The result of trying one part, in words for the reader of a report. */
export interface Outcome {
  readonly ok: boolean;
  readonly detail: string;
}

/** Returns a few words about what it found; throws when the part does not work. */
export type Attempt = () => string | Promise<string>;

export async function outcomeOf(attempt: Attempt): Promise<Outcome> {
  try {
    return { ok: true, detail: await attempt() };
  } catch (error) {
    return { ok: false, detail: detailOf(error) };
  }
}

/** Resolves when the attempt ends or its time is over. A late attempt is not stopped. */
export async function outcomeWithin(withinMs: number, attempt: Attempt): Promise<Outcome> {
  const late = Promise.withResolvers<Outcome>();
  const timer = setTimeout(() => late.resolve(tooLate(withinMs)), withinMs);
  return Promise.race([outcomeOf(attempt), late.promise]).finally(() => clearTimeout(timer));
}

export function tooLate(withinMs: number): Outcome {
  return { ok: false, detail: `did not end within ${withinMs / 1_000} s` };
}

/** Only the first line: when a module cannot be loaded, the others list who required it. */
function detailOf(error: unknown): string {
  const [line = ''] = String(error instanceof Error ? error.message : error).split('\n');
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return line.includes(code) ? line : `${line} (${code})`;
}
