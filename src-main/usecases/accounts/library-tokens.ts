import type { Caller, Permission } from '../../core/access/caller.ts';
import { checkAppName, deriveLibraryToken, type TokenCaller } from '../../core/access/library-token.ts';
import { hashSecretText, isTokenText } from '../../core/access/token.ts';
import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { LIBRARY_TOKENS_PER_LIBRARY } from '../../core/limits.ts';
import type { Ports } from '../../engine/ports.ts';
import type { ListedLibraryToken } from '../../store/sqlite/library-tokens.ts';
import type { LibraryAccess } from '../access/library-access.ts';

export interface LibraryTokensDependencies extends Pick<Ports, 'libraryTokenTable' | 'clock' | 'ids'> {
  readonly access: LibraryAccess;
  /** Key that tokens are derived with. */
  readonly secret: Uint8Array;
}

/** A token with its text, for who manages the library. */
export interface ShownLibraryToken extends Omit<ListedLibraryToken, 'seed'> {
  readonly token: string;
}

const SEED_BYTES = 16;

/** Tokens for programs that get one library and nothing else; they act in the name of who made them. */
export type LibraryTokens = ReturnType<typeof createLibraryTokens>;

export function createLibraryTokens(deps: LibraryTokensDependencies) {
  const { libraryTokenTable, access, clock, ids, secret } = deps;

  function shown({ seed, ...rest }: ListedLibraryToken): ShownLibraryToken {
    return { ...rest, token: deriveLibraryToken(secret, seed) };
  }

  /** @throws DomainError `library-not-found`, `permission-denied`, `link-not-found` */
  function existing(caller: Caller, libraryId: LibraryId, appName: string): ListedLibraryToken {
    access.managed(caller, libraryId);
    const token = libraryTokenTable.named(libraryId, appName);
    if (token === null) throw new DomainError('link-not-found', { value: appName });
    return token;
  }

  return {
    /** The newest first. @throws DomainError `library-not-found`; `permission-denied` unless the caller manages the library */
    list(caller: Caller, libraryId: LibraryId): ShownLibraryToken[] {
      access.managed(caller, libraryId);
      return libraryTokenTable.ofLibrary(libraryId).map(shown);
    },

    /**
     * A new token for a program.
     * @throws DomainError as `list`; `argument-missing`, `argument-invalid` for the name, also with reason `too-many`;
     * `name-taken`
     */
    make(
      caller: Caller,
      libraryId: LibraryId,
      { appName, permission }: { readonly appName: string; readonly permission: Permission },
    ): ShownLibraryToken {
      checkAppName(appName);
      access.managed(caller, libraryId);
      if (libraryTokenTable.named(libraryId, appName) !== null)
        throw new DomainError('name-taken', { value: appName });
      if (libraryTokenTable.ofLibrary(libraryId).length >= LIBRARY_TOKENS_PER_LIBRARY)
        throw new DomainError('argument-invalid', { field: 'app_name', reason: 'too-many' });
      const seed = ids.hex(SEED_BYTES);
      const nowSeconds = clock.nowSeconds();
      const row = { seed, libraryId, appName, permission, email: caller.email, madeAtSeconds: nowSeconds };
      const hash = hashSecretText(deriveLibraryToken(secret, seed));
      libraryTokenTable.put({ ...row, hash, nowSeconds });
      return shown(row);
    },

    /** What it may do from now on. @throws DomainError as `list`; `link-not-found` */
    change(caller: Caller, libraryId: LibraryId, appName: string, permission: Permission): ShownLibraryToken {
      const token = existing(caller, libraryId, appName);
      libraryTokenTable.setPermission(libraryId, appName, permission);
      return shown({ ...token, permission });
    },

    /** Ends the token, with every link that it has made. @throws DomainError as `change` */
    remove(caller: Caller, libraryId: LibraryId, appName: string): void {
      existing(caller, libraryId, appName);
      libraryTokenTable.remove(libraryId, appName);
    },

    /** Who speaks, looked up afresh at each call; null: it is none, or has ended. */
    callerOf(text: string): TokenCaller | null {
      if (!isTokenText(text)) return null;
      const hash = hashSecretText(text);
      const token = libraryTokenTable.find(hash);
      if (token === null) return null;
      const libraryToken = { libraryId: token.libraryId, hash: hash.toString('hex') };
      return { email: token.email, isAdmin: false, libraryToken };
    },
  };
}
