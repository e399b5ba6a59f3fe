import { timingSafeEqual } from 'node:crypto';
import type { OpenFor } from '../../../src-shared/library-password-api.ts';
import { by, type Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import { DESCRIPTIONS } from '../../core/history/describe.ts';
import type { Library, LibraryEncryption } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { ChangeLibrary } from '../../engine/heads/change-library.ts';
import { createLibraryLock } from '../../engine/heads/library-lock.ts';
import type { LibraryAccess } from '../access/library-access.ts';
import type { OpenLibrary, UnlockedLibraries } from '../access/unlocked-libraries.ts';

export interface LibraryPasswordsDependencies {
  readonly access: LibraryAccess;
  readonly changeLibrary: ChangeLibrary;
  readonly unlocked: Pick<
    UnlockedLibraries,
    'rewrap' | 'unlockFor' | 'stateFor' | 'lockFor' | 'carryOver' | 'settle'
  >;
}

/** What opens an encrypted library together with its password. None of it is secret: every client that syncs has it. */
export interface RecoverySheet {
  readonly library: Library;
  readonly encryption: LibraryEncryption;
}

/** Of a library to the caller; null: it has no password. */
export type LockState = { readonly open: OpenLibrary | null } | null;

export interface PasswordChange {
  readonly from: string;
  readonly to: string;
  /** What is open to the caller stays open, no longer than it was to. */
  readonly staysOpen?: boolean;
}

type EncryptedLibrary = Library & { readonly encryption: LibraryEncryption };

/** Passwords of encrypted libraries. */
export type LibraryPasswords = ReturnType<typeof createLibraryPasswords>;

export function createLibraryPasswords(deps: LibraryPasswordsDependencies) {
  const { access, changeLibrary, unlocked } = deps;
  const changing = createLibraryLock();

  /** `field` tells the surfaces apart for what the caller was refused. */
  function readable(caller: Caller, id: LibraryId, field: string): Library {
    const library = access.existing(id);
    if (access.effective(caller, library) === null) {
      throw new DomainError('permission-denied', { field, value: id });
    }
    return library;
  }

  /** Whether it is encrypted is no secret, so this is answered before access is checked. */
  function encrypted(id: LibraryId): EncryptedLibrary {
    const library = access.existing(id);
    if (!isEncrypted(library)) throw new DomainError('library-not-encrypted', { value: id });
    return library;
  }

  function changeable(caller: Caller, id: LibraryId): EncryptedLibrary {
    const library = encrypted(id);
    const { library: managed } = access.managed(caller, id);
    if (managed.status === 'read-only') throw new DomainError('library-read-only', { value: id });
    return library;
  }

  return {
    /**
     * Lets the caller read and write the content over links for an hour from now, or as long as they say. A plain library needs no password and
     * takes any, as on reference servers.
     * @throws DomainError `library-not-found`, `permission-denied`; `library-locked` without a password;
     * `password-wrong`, `throttled`, `busy`
     */
    async unlock(caller: Caller, id: LibraryId, password: string, openFor?: OpenFor): Promise<void> {
      const library = readable(caller, id, 'password');
      if (library.encryption === null) return;
      if (password === '') throw new DomainError('library-locked', { value: id });
      await unlocked.unlockFor(caller, library, password, openFor);
    },

    /** Like `unlock`, for an encrypted library. @throws DomainError also `library-not-encrypted` */
    async unlockEncrypted(caller: Caller, id: LibraryId, password: string): Promise<void> {
      const library = encrypted(id);
      readable(caller, id, 'password');
      await unlocked.unlockFor(caller, library, password);
    },

    /** Whether the library is encrypted and its content out of reach of this caller for now. */
    isLockedFor(caller: Caller, { id, encryption }: Library): boolean {
      return encryption !== null && unlocked.stateFor(caller, id) === null;
    },

    lockState(caller: Caller, { id, encryption }: Library): LockState {
      return encryption === null ? null : { open: unlocked.stateFor(caller, id) };
    },

    /**
     * Locks the library for the caller, on all their pages and programs, and ends what is being read or written. A linked
     * folder holds its own key and goes on. One that is locked, or plain, is no work.
     * @throws DomainError `library-not-found`, `permission-denied`
     */
    lock(caller: Caller, id: LibraryId): void {
      readable(caller, id, 'password');
      unlocked.lockFor(caller, id);
    },

    /** Locks all that is open to the caller, also what they do not reach any more. */
    lockAll: (caller: Caller): LibraryId[] => unlocked.lockFor(caller),

    /** @throws DomainError `library-not-found`, `permission-denied`, `library-not-encrypted` */
    recoverySheet(caller: Caller, id: LibraryId): RecoverySheet {
      const library = readable(caller, id, 'library_id');
      const { encryption } = encrypted(library.id);
      return { library, encryption };
    },

    /**
     * Whether a client that derived the check value of a password has the right one.
     * @throws DomainError `library-not-found`, `argument-missing`, `permission-denied`, `library-not-encrypted`;
     * `password-wrong` with field `magic`
     */
    checkMagic(caller: Caller, id: LibraryId, magic: string): void {
      access.existing(id);
      if (magic === '') throw new DomainError('argument-missing', { field: 'magic' });
      readable(caller, id, 'magic');
      const expected = Buffer.from(encrypted(id).encryption.magic);
      const given = Buffer.from(magic.toLowerCase());
      const isRight =
        expected.length > 0 && given.length === expected.length && timingSafeEqual(given, expected);
      if (!isRight) throw new DomainError('password-wrong', { field: 'magic' });
    },

    /**
     * Gives an encrypted library another password, in a commit: clients and linked folders that have the key of the blocks
     * go on. Users who have unlocked the library here have to enter the new one, but for the caller where it `staysOpen`.
     * Durable on return.
     * @throws DomainError `library-not-found`, `library-not-encrypted`, `permission-denied`, `library-read-only`,
     * `password-wrong`, `throttled`, `busy`, `argument-invalid`
     */
    async change(caller: Caller, id: LibraryId, passwords: PasswordChange): Promise<void> {
      changeable(caller, id);
      // One at a time: of two changes from the same old password, the second is refused.
      await changing(id, async () => {
        // Guesses are slowed there.
        const encryption = await unlocked.rewrap(caller, changeable(caller, id), passwords);
        // Before the head moves, or listeners of that event would find the folders locked.
        unlocked.carryOver(id, encryption, passwords.staysOpen === true ? caller : null);
        try {
          await changeLibrary.changeRecord({
            libraryId: id,
            change: { encryption },
            ...by(caller),
            description: DESCRIPTIONS.passwordChanged,
            evenReadOnly: caller.isAdmin,
          });
        } finally {
          unlocked.settle(id);
        }
      });
    },
  };
}

function isEncrypted(library: Library): library is EncryptedLibrary {
  return library.encryption !== null;
}
