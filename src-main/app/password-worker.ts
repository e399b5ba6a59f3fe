import { parentPort } from 'node:worker_threads';
import type { Derivation } from '../core/derivation.ts';
import type { Numbered } from '../store/threads/worker-client.ts';
import { computeDerivation } from './compute-derivation.ts';
import type { DerivationReply } from './password-threads.ts';

/** Entry of the threads that compute password hashes. */

parentPort?.on('message', ({ number, ...derivation }: Numbered<Derivation>) => {
  const answer = (reply: DerivationReply) => parentPort?.postMessage({ number, ...reply });
  computeDerivation(derivation as Derivation).then(
    (hash) => answer({ hash, failure: null }),
    (error: unknown) =>
      answer({ hash: null, failure: error instanceof Error ? error.message : String(error) }),
  );
});
