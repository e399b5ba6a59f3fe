import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import { nameOf } from '../../core/library/path.ts';
import { SMART_LINKS_PER_PERSON } from '../../core/limits.ts';
import type { Ports } from '../../engine/ports.ts';
import type { LibraryContents } from '../../engine/reading/library-contents.ts';
import type { SmartLinkTarget } from '../../store/sqlite/smart-links.ts';
import type { LibraryAccess } from '../access/library-access.ts';

export interface SmartLinksDependencies extends Pick<Ports, 'smartLinkTable' | 'clock' | 'ids'> {
  readonly access: LibraryAccess;
  readonly contents: LibraryContents;
}

/** Addresses of items, for all users with access; they follow renames and moves. */
export type SmartLinks = ReturnType<typeof createSmartLinks>;

export function createSmartLinks({ smartLinkTable, access, contents, clock, ids }: SmartLinksDependencies) {
  return {
    /**
     * The token of the item's link, the same each time, and the name of the item.
     * @throws DomainError `library-not-found`, `permission-denied`, `folder-not-found`, `file-not-found`
     */
    async tokenOf(caller: Caller, target: SmartLinkTarget): Promise<{ token: string; name: string }> {
      const { libraryId, path, isDir } = target;
      const { library } = access.readable(caller, libraryId);
      const item = await contents.entryAt(library, path);
      if (item === null || (item.kind === 'dir') !== isDir)
        throw new DomainError(isDir ? 'folder-not-found' : 'file-not-found', { value: path });
      const known = smartLinkTable.tokenOf(target);
      if (known !== null) return { token: known, name: nameOf(path) };
      const token = ids.uuid();
      smartLinkTable.put({ ...target, token, email: caller.email, nowSeconds: clock.nowSeconds() });
      smartLinkTable.keepNewest(caller.email, SMART_LINKS_PER_PERSON);
      return { token, name: nameOf(path) };
    },

    /**
     * Where the item of a link is, or was last.
     * @throws DomainError `link-not-found`, also when its library is deleted; `permission-denied`
     */
    open(caller: Caller, token: string): SmartLinkTarget {
      const target = smartLinkTable.find(token);
      if (target === null) throw new DomainError('link-not-found', { value: token });
      access.readable(caller, target.libraryId);
      return target;
    },
  };
}
