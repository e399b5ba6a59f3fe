import type { Caller } from '../../core/access/caller.ts';
import { originOf } from '../../core/library/folder-origin.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { Ports } from '../../engine/ports.ts';
import type { AdminAction, AdminVisit } from '../../store/sqlite/admin-visits.ts';
import type { LibraryAccess } from './library-access.ts';

export interface AdminVisitsDependencies extends Pick<Ports, 'adminVisitTable' | 'clock'> {
  readonly access: LibraryAccess;
}

/** A folder that is looked at again within this time, page by page or refreshed, is one visit. */
const ONE_VISIT_SECONDS = 600;

/** Remembers what administrators do inside libraries of others, for those others to see. */
export type AdminVisits = ReturnType<typeof createAdminVisits>;

export function createAdminVisits({ adminVisitTable, access, clock }: AdminVisitsDependencies) {
  return {
    /** Written before the action: what is shown or done is on record. */
    note(caller: Caller, library: Library, action: AdminAction, path: string): void {
      if (access.effective(caller, library)?.isOwner === true) return;
      // Owners look at the library around a folder; a folder library ends with all that is on record of it.
      const { id: libraryId, path: place } = originOf(library, path);
      const visit = { libraryId, path: place, adminEmail: caller.email, action };
      const atSeconds = clock.nowSeconds();
      const last = action === 'looked' ? adminVisitTable.lastLike(visit) : null;
      if (last !== null && Math.abs(atSeconds - last) < ONE_VISIT_SECONDS) return;
      adminVisitTable.add({ ...visit, atSeconds });
    },

    /**
     * Newest first, those noted before `before`.
     * @throws DomainError `library-not-found`; `permission-denied` unless the caller manages the library
     */
    page(caller: Caller, id: LibraryId, wanted: { before: number; limit: number }): AdminVisit[] {
      const { library } = access.managed(caller, id);
      return adminVisitTable.page(library.id, wanted);
    },
  };
}
