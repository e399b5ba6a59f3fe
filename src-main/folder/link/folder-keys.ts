import type { FolderEncryption, LinkFolderJson, SecretsNoticeJson } from '../../../src-shared/folders-api.ts';
import { inEnglish } from '../../../src-shared/service-words.ts';
import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { FileKey } from '../../core/library/encryption.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { checkNewPassword } from '../../core/library/new-password.ts';
import type { LibraryKey, UnlockedLibraries } from '../../usecases/access/unlocked-libraries.ts';
import type { RememberedKeys, SecretsNotice } from '../../usecases/libraries/remembered-keys.ts';

export interface FolderKeysDependencies {
  readonly unlocked: Pick<UnlockedLibraries, 'open' | 'hold' | 'keyOf' | 'lock' | 'openWith'>;
  readonly remembered: RememberedKeys;
}

/** Keys of the libraries that folders are linked to. */
export type FolderKeys = ReturnType<typeof createFolderKeys>;

export function createFolderKeys({ unlocked, remembered }: FolderKeysDependencies) {
  return {
    /** @throws DomainError as `UnlockedLibraries.open` */
    open(caller: Caller, library: Library, password: string): Promise<LibraryKey> {
      return unlocked.open(caller, library, password);
    },

    hold(key: LibraryKey): void {
      unlocked.hold(key);
    },

    openWith(caller: Caller, key: LibraryKey): void {
      unlocked.openWith(caller, key);
    },

    recall: remembered.recall,

    stateOf({ id, encryption }: Library): FolderEncryption {
      if (encryption === null) return 'none';
      return unlocked.keyOf(id) === null ? 'locked' : 'unlocked';
    },

    isRemembered: remembered.has,

    /** Null for a library without a password. @throws DomainError `library-locked` */
    require({ id, encryption }: Library): FileKey | null {
      if (encryption === null) return null;
      const key = unlocked.keyOf(id);
      if (key === null) throw new DomainError('library-locked', { value: id });
      return key;
    },

    /**
     * The key needed to link to this library; null for one without a password.
     * @throws DomainError as `open`
     */
    async openForLink(caller: Caller, library: Library, wanted: LinkFolderJson): Promise<LibraryKey | null> {
      const isAsked = wanted.password !== undefined || wanted.encrypt === true;
      if (library.encryption === null && !isAsked) return null;
      return unlocked.open(caller, library, wanted.password ?? '');
    },

    /** Returns why it could not be remembered, if so. */
    async remember(key: LibraryKey): Promise<SecretsNoticeJson> {
      return noticeJson(await remembered.remember(key));
    },

    /** No folder is linked to the library any more. */
    async release(id: LibraryId): Promise<void> {
      unlocked.lock(id);
      // The keychain is asked only for keys it was given.
      if (remembered.has(id)) await remembered.forget(id);
    },

    /** Gives up the key, including a remembered one. Returns why it could not be forgotten, if so. */
    async lock(id: LibraryId): Promise<SecretsNoticeJson> {
      unlocked.lock(id);
      const notice = noticeJson(await remembered.forget(id));
      // It may have been recalled while this waited for its turn.
      unlocked.lock(id);
      return notice;
    },
  };
}

/**
 * The password for the library that linking creates; undefined for one without.
 * @throws DomainError `argument-missing`, `argument-invalid`; also for a password without `encrypt`, because the user
 * would believe that files are encrypted
 */
export function newLibraryPassword({ encrypt, password }: LinkFolderJson): string | undefined {
  if (encrypt !== true) {
    if (password !== undefined) throw new DomainError('argument-missing', { field: 'encrypt' });
    return undefined;
  }
  checkNewPassword(password ?? '');
  return password;
}

function noticeJson(notice: SecretsNotice): SecretsNoticeJson {
  return notice === null
    ? {}
    : { secrets: 'unavailable', secrets_reason: inEnglish(notice), secrets_said: notice };
}
