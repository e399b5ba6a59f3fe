import type { Caller } from '../../core/access/caller.ts';
import type { Derive } from '../../core/derivation.ts';
import { DomainError } from '../../core/errors.ts';
import { type FileKey, fileKeyOf, verifyPassword, withOtherPassword } from '../../core/library/encryption.ts';
import type { Library, LibraryEncryption } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { Clock } from '../../engine/ports.ts';
import type { LibraryTable } from '../../store/sqlite/libraries.ts';
import { createDerivationQueue } from '../accounts/password-checks.ts';
import { SignInThrottle } from '../accounts/sign-in-throttle.ts';

/** The key of a library, and the record of the library that it belongs to. */
export interface LibraryKey {
  readonly libraryId: LibraryId;
  readonly fileKey: FileKey;
  /** The key material of the library when it was opened. A library that says otherwise has another password by now. */
  readonly record: string;
}

interface CallerKey extends LibraryKey {
  readonly enteredAtMs: number;
}

/** From when the password was entered, however much the library is used: as on reference servers. */
const CALLER_LIFETIME_MS = 3_600_000;

export interface UnlockedLibrariesDependencies {
  readonly libraryTable: Pick<LibraryTable, 'find'>;
  readonly clock: Clock;
  readonly deriveForLibraries: Derive;
}

/**
 * Keys of encrypted libraries that a user entered the password of. They are in memory only, never the password itself,
 * and are overwritten when they are given up. Requests get copies, so that none goes on with a key of
 * zeros in the middle of a file.
 */
export type UnlockedLibraries = ReturnType<typeof createUnlockedLibraries>;

export function createUnlockedLibraries(deps: UnlockedLibrariesDependencies) {
  const { libraryTable, clock, deriveForLibraries } = deps;
  const throttle = new SignInThrottle();
  const queue = createDerivationQueue();
  const kept = new Map<LibraryId, LibraryKey>();
  /** By library and e-mail. */
  const ofCallers = new Map<string, CallerKey>();

  /**
   * The key that the password opens, which nothing keeps yet. The asking service has let the caller reach the library.
   * Guessing is slowed as at signing in.
   * @throws DomainError `library-not-encrypted`, `argument-missing`, `password-wrong`, `throttled`, `busy`
   */
  async function open(caller: Caller, library: Library, password: string): Promise<LibraryKey> {
    const { id, encryption } = library;
    if (encryption === null) throw new DomainError('library-not-encrypted', { value: id });
    if (password === '') throw new DomainError('argument-missing', { field: 'password' });
    const fileKey = await guarded(caller, id, async () =>
      (await verifyPassword(encryption, id, password, deriveForLibraries))
        ? fileKeyOf(encryption, password)
        : null,
    );
    return { libraryId: id, fileKey, record: keyRecordOf(encryption) };
  }

  /** Carries out in turn what tries a password of the library, and gives null for a wrong one. */
  async function guarded<T>(caller: Caller, id: LibraryId, check: () => Promise<T | null>): Promise<T> {
    const guess = { account: id, address: caller.email };
    throttle.require(guess, clock);
    const found = await queue.run(() => throttle.guard(guess, clock, check), caller.email);
    if (found === null) throw new DomainError('password-wrong', { field: 'password' });
    return found;
  }

  /**
   * The key material of the library behind another password, which nothing keeps yet: all of it is derived in turn.
   * @throws DomainError as `open`; `argument-invalid` as `withOtherPassword`
   */
  async function rewrap(
    caller: Caller,
    { id, encryption }: Library,
    passwords: { readonly from: string; readonly to: string },
  ): Promise<LibraryEncryption> {
    if (encryption === null) throw new DomainError('library-not-encrypted', { value: id });
    return guarded(caller, id, async () => {
      try {
        return await withOtherPassword(encryption, id, passwords, deriveForLibraries);
      } catch (error) {
        if (error instanceof DomainError && error.code === 'password-wrong') return null;
        throw error;
      }
    });
  }

  /** Keeps the key, for all of this process, until the library is locked. */
  function hold(key: LibraryKey): void {
    drop(kept, key.libraryId);
    kept.set(key.libraryId, key);
  }

  /** Null for a library that is locked, has no password or is not there. */
  function keyOf(id: LibraryId): FileKey | null {
    const key = kept.get(id);
    if (key === undefined) return null;
    if (isCurrent(key)) return copyOf(key.fileKey);
    drop(kept, id);
    return null;
  }

  /** @throws DomainError as `open` */
  async function unlockFor(caller: Caller, library: Library, password: string): Promise<void> {
    const key = await open(caller, library, password);
    sweep();
    const name = callerKeyName(caller, library.id);
    drop(ofCallers, name);
    ofCallers.set(name, { ...key, enteredAtMs: clock.nowMs() });
  }

  /** The key of a library that this caller unlocked, for an hour from then on; else null. */
  function keyFor(caller: Caller, id: LibraryId): FileKey | null {
    sweep();
    const name = callerKeyName(caller, id);
    const key = ofCallers.get(name);
    if (key === undefined) return null;
    if (!isCurrent(key)) {
      drop(ofCallers, name);
      return null;
    }
    return copyOf(key.fileKey);
  }

  /** Gives up every key of the library, for all users. */
  function lock(id: LibraryId): void {
    drop(kept, id);
    for (const [name, { libraryId }] of ofCallers) if (libraryId === id) drop(ofCallers, name);
  }

  function isCurrent({ libraryId, record }: LibraryKey): boolean {
    const encryption = libraryTable.find(libraryId)?.encryption ?? null;
    return encryption !== null && keyRecordOf(encryption) === record;
  }

  function sweep(): void {
    const nowMs = clock.nowMs();
    for (const [name, { enteredAtMs }] of ofCallers) {
      // A clock that was set back must not stretch the hour.
      if (nowMs - enteredAtMs >= CALLER_LIFETIME_MS || nowMs < enteredAtMs) drop(ofCallers, name);
    }
  }

  return {
    ...{ open, rewrap, hold, keyOf, unlockFor, keyFor, lock },
    /** Gives up everything, at the end of the process. */
    lockAll(): void {
      for (const id of [...kept.keys()]) drop(kept, id);
      for (const name of [...ofCallers.keys()]) drop(ofCallers, name);
    },
  };
}

/** What tells one key material of a library from another; no secret. */
function keyRecordOf(encryption: LibraryEncryption): string {
  const { version, magic, randomKey, salt, passwordHash } = encryption;
  return [version, magic, randomKey, salt, passwordHash?.hash ?? ''].join(' ');
}

function callerKeyName({ email }: Caller, id: LibraryId): string {
  return `${id} ${email}`;
}

function copyOf({ cipher, key, iv }: FileKey): FileKey {
  return { cipher, key: Buffer.from(key), iv: iv === null ? null : Buffer.from(iv) };
}

function drop<N>(keys: Map<N, LibraryKey>, name: N): void {
  const key = keys.get(name);
  if (key === undefined) return;
  keys.delete(name);
  key.fileKey.key.fill(0);
  key.fileKey.iv?.fill(0);
}
