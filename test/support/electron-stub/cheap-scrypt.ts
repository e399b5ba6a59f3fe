import crypto, { type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

// Loaded with --import into the service and its threads: hashes of passwords cost a thousandth, for tests that are about
// something else. They still prove passwords, since each is compared only with one made the same way.

const { scryptSync } = crypto;

function cheaply(...[password, salt, length, options]: Parameters<typeof scryptSync>): Buffer {
  return scryptSync(password, salt, length, { ...options, N: 16 } satisfies ScryptOptions);
}

Object.assign(crypto, { scryptSync: cheaply });
syncBuiltinESMExports();
