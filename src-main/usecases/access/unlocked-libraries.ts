import type { OpenFor } from '../../../src-shared/library-password-api.ts';
import type { Caller } from '../../core/access/caller.ts';
import type { Derive } from '../../core/derivation.ts';
import { DomainError } from '../../core/errors.ts';
import { type FileKey, fileKeyOf, verifyPassword, withOtherPassword } from '../../core/library/encryption.ts';
import type { Library, LibraryEncryption } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { Clock, EventSink } from '../../engine/ports.ts';
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

interface KeptKey extends LibraryKey {
  /** The records that the key fits: another one for each change of the password that its holder made or outlives. */
  readonly records: Set<string>;
}

interface CallerKey extends KeptKey {
  readonly email: string;
  readonly enteredAtMs: number;
  readonly openFor: OpenFor;
  /** What requests work with, all with the same copy; null until there is one. */
  lent: LentKey | null;
}

interface LentKey extends FileKey {
  readonly lease: { isOver: boolean };
}

/**
 * From when the password was entered, however much the library is used. An hour as on reference servers; more only
 * where a person asked for it on our own surface.
 */
const LIFETIMES_MS: Readonly<Record<OpenFor, number>> = {
  hour: 3_600_000,
  'eight-hours': 28_800_000,
  'until-quit': Number.POSITIVE_INFINITY,
};

/** A library is open to a user. */
export interface OpenLibrary {
  /** Unix seconds; null: until the service ends or the library is locked. */
  readonly untilSeconds: number | null;
}

export interface UnlockedLibrariesDependencies {
  readonly libraryTable: Pick<LibraryTable, 'find'>;
  readonly clock: Clock;
  readonly deriveForLibraries: Derive;
  readonly events: EventSink;
}

/**
 * Keys of encrypted libraries that a user entered the password of. They are in memory only, never the password itself,
 * and are overwritten when they are given up. Requests get copies. When time is up, what was begun may end with them;
 * locking overwrites them too, and ends what is under way at its next block.
 */
export class UnlockedLibraries {
  readonly #deps: UnlockedLibrariesDependencies;
  readonly #throttle = new SignInThrottle();
  readonly #queue = createDerivationQueue();
  readonly #kept = new Map<LibraryId, KeptKey>();
  /** By library and e-mail. */
  readonly #ofCallers = new Map<string, CallerKey>();
  /** Passwords that are being tried, which takes a second. */
  readonly #opening = new Set<Opening>();

  constructor(deps: UnlockedLibrariesDependencies) {
    this.#deps = deps;
  }

  /**
   * The key that the password opens, which nothing keeps yet. The asking service has let the caller reach the library.
   * Guessing is slowed as at signing in.
   * @throws DomainError `library-not-encrypted`, `argument-missing`, `password-wrong`, `throttled`, `busy`
   */
  async open(caller: Caller, library: Library, password: string): Promise<LibraryKey> {
    const { id, encryption } = library;
    if (encryption === null) throw new DomainError('library-not-encrypted', { value: id });
    if (password === '') throw new DomainError('argument-missing', { field: 'password' });
    const fileKey = await this.#guarded(caller, id, async () =>
      (await verifyPassword(encryption, id, password, this.#deps.deriveForLibraries))
        ? fileKeyOf(encryption, password)
        : null,
    );
    return { libraryId: id, fileKey, record: keyRecordOf(encryption) };
  }

  /**
   * The key material of the library behind another password, which nothing keeps yet: all of it is derived in turn.
   * @throws DomainError as `open`; `argument-invalid` as `withOtherPassword`
   */
  async rewrap(
    caller: Caller,
    { id, encryption }: Library,
    passwords: { readonly from: string; readonly to: string },
  ): Promise<LibraryEncryption> {
    if (encryption === null) throw new DomainError('library-not-encrypted', { value: id });
    return this.#guarded(caller, id, async () => {
      try {
        return await withOtherPassword(encryption, id, passwords, this.#deps.deriveForLibraries);
      } catch (error) {
        if (error instanceof DomainError && error.code === 'password-wrong') return null;
        throw error;
      }
    });
  }

  /** Carries out in turn what tries a password of the library, and gives null for a wrong one. */
  async #guarded<T>(caller: Caller, id: LibraryId, check: () => Promise<T | null>): Promise<T> {
    const { clock } = this.#deps;
    const guess = { account: id, address: caller.email };
    this.#throttle.require(guess, clock);
    const found = await this.#queue.run(() => this.#throttle.guard(guess, clock, check), caller.email);
    if (found === null) throw new DomainError('password-wrong', { field: 'password' });
    return found;
  }

  /** Keeps the key, for all of this process, until the library is locked. */
  hold(key: LibraryKey): void {
    drop(this.#kept, key.libraryId);
    this.#kept.set(key.libraryId, { ...key, records: new Set([key.record]) });
  }

  /** Null for a library that is locked, has no password or is not there. */
  keyOf(id: LibraryId): FileKey | null {
    const key = this.#kept.get(id);
    if (key === undefined) return null;
    if (this.#isCurrent(key)) return copyOf(key.fileKey);
    drop(this.#kept, id);
    return null;
  }

  /** The key that a linked folder holds, with the record that the library has now; to be kept elsewhere. */
  keptKey(id: LibraryId): LibraryKey | null {
    const fileKey = this.keyOf(id);
    const record = this.#recordOf(id);
    return fileKey === null || record === null ? null : { libraryId: id, fileKey, record };
  }

  /** Locking ends it as well: nothing opens then. @throws DomainError as `open` */
  async unlockFor(
    caller: Caller,
    library: Library,
    password: string,
    openFor: OpenFor = 'hour',
  ): Promise<void> {
    const one: Opening = { email: caller.email, libraryId: library.id, isLocked: false };
    this.#opening.add(one);
    try {
      const key = await this.open(caller, library, password);
      if (one.isLocked) overwrite(key.fileKey);
      else this.openWith(caller, key, openFor);
    } finally {
      this.#opening.delete(one);
    }
  }

  /** Opens the library to the caller with a key that was opened just now. */
  openWith(caller: Caller, key: LibraryKey, openFor: OpenFor = 'hour'): void {
    const { email } = caller;
    // What works with it already goes on, and ends with the next lock as well.
    const lent = this.#find(caller, key.libraryId)?.lent ?? null;
    const name = callerKeyName(email, key.libraryId);
    drop(this.#ofCallers, name);
    const own = { ...key, fileKey: copyOf(key.fileKey), records: new Set([key.record]) };
    const enteredAtMs = this.#deps.clock.nowMs();
    this.#ofCallers.set(name, { ...own, email, enteredAtMs, openFor, lent });
    this.#tell(key.libraryId, email);
  }

  /** The key of a library that this caller unlocked, for as long as it is open; else null. */
  keyFor(caller: Caller, id: LibraryId): FileKey | null {
    const key = this.#find(caller, id);
    if (key === null) return null;
    key.lent ??= { ...copyOf(key.fileKey), lease: { isOver: false } };
    return key.lent;
  }

  /** Whether, and for how long, the library is open to this caller; null: it is locked. */
  stateFor(caller: Caller, id: LibraryId): OpenLibrary | null {
    const key = this.#find(caller, id);
    if (key === null) return null;
    const endsAtMs = key.enteredAtMs + LIFETIMES_MS[key.openFor];
    return { untilSeconds: Number.isFinite(endsAtMs) ? Math.floor(endsAtMs / 1_000) : null };
  }

  #find({ email }: Caller, id: LibraryId): CallerKey | null {
    this.sweep();
    const name = callerKeyName(email, id);
    const key = this.#ofCallers.get(name);
    if (key === undefined) return null;
    if (this.#isCurrent(key)) return key;
    drop(this.#ofCallers, name);
    return null;
  }

  /** Locks what is open to the caller: one library, or all. Ends what is under way. Returns what was open. */
  lockFor({ email }: Caller, id?: LibraryId): LibraryId[] {
    this.sweep();
    const isMeant = (one: Pick<CallerKey, 'email' | 'libraryId'>) =>
      one.email === email && (id === undefined || one.libraryId === id);
    for (const one of this.#opening) if (isMeant(one)) one.isLocked = true;
    const locked = this.#endEach(isMeant);
    for (const { libraryId } of locked) this.#tell(libraryId, email);
    return locked.map(({ libraryId }) => libraryId);
  }

  /** Gives up every key of the library, for all users. */
  lock(id: LibraryId): void {
    drop(this.#kept, id);
    for (const { email } of this.#endEach(({ libraryId }) => libraryId === id)) this.#tell(id, email);
  }

  /** Drops all keys, at the end of the process. */
  lockAll(): void {
    for (const id of [...this.#kept.keys()]) drop(this.#kept, id);
    this.#endEach(() => true);
  }

  /**
   * The password is about to change: linked folders, and the caller on request, keep their key, which stays the same. All
   * others have to enter the new password after `settle`.
   */
  carryOver(id: LibraryId, to: LibraryEncryption, caller: Caller | null): void {
    const holders = [this.#kept.get(id), caller === null ? null : this.#find(caller, id)];
    for (const holder of holders) holder?.records.add(keyRecordOf(to));
  }

  /** After an attempt to change the password: drops keys that do not fit the library as it is now. */
  settle(id: LibraryId): void {
    const record = this.#recordOf(id) ?? '';
    const fits = ({ records }: KeptKey): boolean => {
      const does = records.has(record);
      records.clear();
      records.add(record);
      return does;
    };
    const held = this.#kept.get(id);
    if (held !== undefined && !fits(held)) drop(this.#kept, id);
    const ended = this.#endEach((key) => key.libraryId === id && !fits(key));
    for (const { email } of ended) this.#tell(id, email);
  }

  /** Drops keys of callers whose time is over; work that has begun goes on. */
  sweep(): void {
    const nowMs = this.#deps.clock.nowMs();
    for (const [name, { libraryId, email, enteredAtMs, openFor }] of this.#ofCallers) {
      // A clock that was set back must not stretch the time.
      const isWithin = nowMs - enteredAtMs < LIFETIMES_MS[openFor] && nowMs >= enteredAtMs;
      if (isWithin || openFor === 'until-quit') continue;
      drop(this.#ofCallers, name);
      this.#tell(libraryId, email);
    }
  }

  /** Drops these keys of callers, and ends whatever uses them. */
  #endEach(isMeant: (key: CallerKey) => boolean): CallerKey[] {
    const ended: CallerKey[] = [];
    for (const [name, key] of this.#ofCallers) {
      if (!isMeant(key)) continue;
      endLease(key);
      drop(this.#ofCallers, name);
      ended.push(key);
    }
    return ended;
  }

  #isCurrent({ libraryId, records }: KeptKey): boolean {
    const record = this.#recordOf(libraryId);
    return record !== null && records.has(record);
  }

  /** Null for a library that has no password or is not there. */
  #recordOf(id: LibraryId): string | null {
    const encryption = this.#deps.libraryTable.find(id)?.encryption ?? null;
    return encryption === null ? null : keyRecordOf(encryption);
  }

  #tell(libraryId: LibraryId, email: string): void {
    this.#deps.events.emit({ type: 'library-lock', library_id: libraryId, email });
  }
}

/** A password that is being tried. */
interface Opening {
  readonly email: string;
  readonly libraryId: LibraryId;
  isLocked: boolean;
}

/** What tells one key material of a library from another; no secret. */
function keyRecordOf(encryption: LibraryEncryption): string {
  const { version, magic, randomKey, salt, passwordHash } = encryption;
  return [version, magic, randomKey, salt, passwordHash?.hash ?? ''].join(' ');
}

function callerKeyName(email: string, id: LibraryId): string {
  return `${id} ${email}`;
}

function copyOf({ cipher, key, iv }: FileKey): FileKey {
  return { cipher, key: Buffer.from(key), iv: iv === null ? null : Buffer.from(iv) };
}

/** Ends what works with the key, at its next block. */
function endLease({ lent }: CallerKey): void {
  if (lent === null) return;
  lent.lease.isOver = true;
  overwrite(lent);
}

function overwrite({ key, iv }: FileKey): void {
  key.fill(0);
  iv?.fill(0);
}

function drop<N>(keys: Map<N, LibraryKey>, name: N): void {
  const key = keys.get(name);
  if (key === undefined) return;
  keys.delete(name);
  overwrite(key.fileKey);
}
