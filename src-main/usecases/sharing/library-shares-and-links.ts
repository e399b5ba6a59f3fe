import type { LibraryId } from '../../core/library/library-id.ts';
import type { Owner } from '../../core/library/owner.ts';
import type { Ports } from '../../engine/ports.ts';
import type { LostAccess } from '../access/sync-access.ts';

export interface LibrarySharesAndLinksDependencies
  extends Pick<Ports, 'shareTable' | 'publicLinks' | 'users' | 'syncTokenTable'> {
  readonly lostAccess: LostAccess;
}

export interface HandOver {
  readonly from: Owner;
  readonly to: Owner;
  readonly keepShares: boolean;
}

/** What becomes of shares and links when the library itself goes or changes hands. Inside a transaction of the caller. */
export type LibrarySharesAndLinks = ReturnType<typeof createLibrarySharesAndLinks>;

export function createLibrarySharesAndLinks(deps: LibrarySharesAndLinksDependencies) {
  const { shareTable, publicLinks, users, syncTokenTable, lostAccess } = deps;

  function endShares(id: LibraryId): void {
    shareTable.removeAllUsers(id);
    shareTable.removeAllGroups(id);
  }

  /** The new owner shares what the old one shared, and needs no share any more. */
  function passOnShares(id: LibraryId, from: Owner, to: Owner): void {
    if (to.kind === 'user') {
      shareTable.removeUser(id, to.email);
      shareTable.attributeUsers(id, to.email);
      shareTable.attributeGroups(id, to.email);
    } else {
      shareTable.removeGroup(id, to.groupId);
    }
    const before = from.kind === 'user' ? users.find(from.email) : null;
    if (before !== null) syncTokenTable.removeOfUser(id, before.key);
    lostAccess.ofLibrary(id);
  }

  return {
    /** Ends all that lets others reach the library. */
    close(id: LibraryId): void {
      endShares(id);
      publicLinks.removeOfLibrary(id);
    },

    /** Links of the owner before go to the new one, when that is a person; others work as long as their makers may. */
    handOver(id: LibraryId, { from, to, keepShares }: HandOver): void {
      if (from.kind === 'user' && to.kind === 'user') publicLinks.giveToOther(id, from.email, to.email);
      if (keepShares) passOnShares(id, from, to);
      else endShares(id);
    },
  };
}
