import type { Derivation, Derive } from '../core/derivation.ts';
import { workerUrl } from '../core/plain-files.ts';
import { WorkerClient } from '../store/threads/worker-client.ts';

/** The hash, or the error. */
export type DerivationReply =
  | { readonly hash: Uint8Array; readonly failure: null }
  | { readonly hash: null; readonly failure: string };

/** Computes password hashes in threads that exist only while there is work. */
export interface PasswordThreads {
  /** For passwords of accounts and links. */
  readonly derive: Derive;
  /** For passwords of libraries: clients that created them chose the cost, and no sign-in has to wait for it. */
  readonly deriveForLibraries: Derive;
  readonly end: () => Promise<void>;
}

export function createPasswordThreads(): PasswordThreads {
  const accounts = createThread('checks passwords of accounts');
  const libraries = createThread('checks passwords of libraries');
  return {
    derive: (derivation) => ask(accounts, derivation),
    deriveForLibraries: (derivation) => ask(libraries, derivation),
    end: async () => void (await Promise.all([accounts.end(), libraries.end()])),
  };
}

type DerivationThread = WorkerClient<Derivation, DerivationReply>;

const createThread = (purpose: string): DerivationThread =>
  new WorkerClient({ code: workerUrl('password-worker', import.meta.url), purpose });

async function ask(thread: DerivationThread, derivation: Derivation): Promise<Uint8Array> {
  const { hash, failure } = await thread.ask(derivation);
  if (hash === null) throw new Error(failure);
  return hash;
}
