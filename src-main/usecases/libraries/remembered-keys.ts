import pLimit from 'p-limit';
import { inEnglish, type Said } from '../../../src-shared/service-words.ts';
import type { FileKey } from '../../core/library/encryption.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { LibraryKey, UnlockedLibraries } from '../access/unlocked-libraries.ts';

/**
 * A place that keeps secrets better than a file does: the keychain of the system. There is no other: where it does not
 * work, nothing is remembered. Each call rejects with `SecretsUnavailable` then.
 */
export interface Secrets {
  /** Resolves when secrets can be kept, as far as can be told without asking the user for a password. */
  check(): Promise<void>;
  get(account: string): Promise<string | null>;
  set(account: string, secret: string): Promise<void>;
  remove(account: string): Promise<void>;
}

/** Why no secret can be kept. */
export class SecretsUnavailable extends Error {
  override readonly name = 'SecretsUnavailable';
  readonly said: Said;

  constructor(words: Said, options?: ErrorOptions) {
    super(inEnglish(words), options);
    this.said = words;
  }
}

/** Null: it was done. Otherwise why secrets cannot be kept. */
export type SecretsNotice = Said | null;

export interface RememberedKeysDependencies {
  readonly secrets: Secrets;
  readonly unlocked: Pick<UnlockedLibraries, 'hold' | 'keyOf' | 'keptKey'>;
  /** Tells this data folder from others on the same computer, which may hold the same libraries. */
  readonly dataFolderId: string;
}

/**
 * Keys of libraries that a user asked to be remembered over restarts. What is kept is the file key, not the password:
 * it opens this one library, while people use a password in several places.
 */
export type RememberedKeys = ReturnType<typeof createRememberedKeys>;

export function createRememberedKeys({ secrets, unlocked, dataFolderId }: RememberedKeysDependencies) {
  /** With the record that each was remembered with. */
  const remembered = new Map<LibraryId, string>();
  const oneAtATime = pLimit(1);

  /** One after the other, so that what was asked last is what holds. */
  async function withLock<T>(work: () => Promise<T>, otherwise: (reason: Said) => T): Promise<T> {
    try {
      return await oneAtATime(work);
    } catch (error) {
      if (error instanceof SecretsUnavailable) return otherwise(error.said);
      throw error;
    }
  }

  const accountOf = (id: LibraryId) => `${id} ${dataFolderId}`;

  function remember(key: LibraryKey): Promise<SecretsNotice> {
    const secret = encodeKey(key);
    return withLock(
      async () => {
        await secrets.set(accountOf(key.libraryId), secret);
        remembered.set(key.libraryId, key.record);
        return null;
      },
      (reason): SecretsNotice => reason,
    );
  }

  return {
    has: (id: LibraryId): boolean => remembered.has(id),

    check: (): Promise<SecretsNotice> =>
      withLock(
        async () => {
          await secrets.check();
          return null;
        },
        (reason): SecretsNotice => reason,
      ),

    remember,

    /**
     * The library may have another password since: what is remembered has to say so, or the next start would ask. Where
     * that fails, it does.
     */
    async renew(id: LibraryId): Promise<void> {
      const before = remembered.get(id);
      const key = before === undefined ? null : unlocked.keptKey(id);
      if (key !== null && key.record !== before) await remember(key);
    },

    forget(id: LibraryId): Promise<SecretsNotice> {
      return withLock(
        async () => {
          await secrets.remove(accountOf(id));
          remembered.delete(id);
          return null;
        },
        (reason): SecretsNotice => reason,
      );
    },

    /** Unlocks a library whose key is remembered and still fits. True when it is unlocked now. */
    recall(id: LibraryId): Promise<boolean> {
      return withLock(
        async () => {
          const secret = await secrets.get(accountOf(id));
          const key = secret === null ? null : decodeKey(id, secret);
          if (key === null) return false;
          // A user may have entered the password meanwhile.
          if (unlocked.keyOf(id) === null) unlocked.hold(key);
          const isUnlocked = unlocked.keyOf(id) !== null;
          if (isUnlocked) remembered.set(id, key.record);
          return isUnlocked;
        },
        () => false,
      );
    },
  };
}

const CIPHERS: readonly FileKey['cipher'][] = ['aes-256-cbc', 'aes-128-ecb', 'aes-128-cbc'];

function encodeKey({ fileKey, record }: LibraryKey): string {
  const { cipher, key, iv } = fileKey;
  return JSON.stringify([cipher, key.toString('hex'), iv?.toString('hex') ?? '', record]);
}

/** Null for what is no key of ours. */
function decodeKey(libraryId: LibraryId, secret: string): LibraryKey | null {
  const match = /^\["([a-z0-9-]+)","([0-9a-f]{32,64})","([0-9a-f]{32})?","([0-9a-f ]+)"\]$/.exec(secret);
  const cipher = CIPHERS.find((known) => known === match?.[1]);
  if (match === null || cipher === undefined) return null;
  const [, , key = '', iv = '', record = ''] = match;
  const fileKey = {
    cipher,
    key: Buffer.from(key, 'hex'),
    iv: iv === '' ? null : Buffer.from(iv, 'hex'),
  };
  return { libraryId, fileKey, record };
}
