import type {
  LinkedFolderJson,
  SecretsNoticeJson,
  UnlockFolderJson,
} from '../../../src-shared/folders-api.ts';
import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { FolderRunners } from './folder-runners.ts';
import type { LinkedFolderRunner } from './linked-folder.ts';
import type { LinkedFoldersDependencies } from './linked-folders-setup.ts';

/** Opens and locks the encrypted libraries of linked folders. */
export function createFolderLocks(
  { libraries, keys }: Pick<LinkedFoldersDependencies, 'libraries' | 'keys'>,
  runners: FolderRunners,
) {
  /**
   * Opens the encrypted library of a folder until the process ends or it is locked.
   * @throws DomainError `linked-folder-not-found`, `library-not-encrypted`, `argument-missing`, `password-wrong`,
   * `throttled`, `busy`
   */
  async function unlock(
    id: string,
    { password, remember }: UnlockFolderJson,
    caller: Caller,
  ): Promise<LinkedFolderJson & SecretsNoticeJson> {
    const runner = runners.find(id);
    const { libraryId, authorEmail } = runner.folder;
    const { library } = libraries.find({ email: authorEmail, isAdmin: false }, libraryId);
    const key = await keys.open(caller, library, password);
    keys.hold(key);
    for (const other of runners.linkedTo(libraryId)) other.unlocked();
    const notice = remember ? await keys.remember(key) : {};
    return { ...runner.toJson(), ...notice };
  }

  /** Gives up the key of the folder's library, including a remembered one. Nothing is read or written from now on. */
  async function lock(id: string): Promise<LinkedFolderJson & SecretsNoticeJson> {
    const runner = runners.find(id);
    const { libraryId } = runner.folder;
    if (runner.toJson().encryption === 'none')
      throw new DomainError('library-not-encrypted', { value: libraryId });
    const halted = runners.linkedTo(libraryId).map((other) => other.locked());
    const [notice] = await Promise.all([keys.lock(libraryId), ...halted]);
    return { ...runner.toJson(), ...notice };
  }

  /** Unlocks the folder when its key is remembered. The keychain may be slow, and nothing waits for it. */
  function recall(runner: LinkedFolderRunner): void {
    keys.recall(runner.folder.libraryId).then(
      (isUnlocked) => {
        if (isUnlocked) runner.unlocked();
      },
      (error: unknown) => runner.failed(error),
    );
  }

  return { unlock, lock, recall };
}
