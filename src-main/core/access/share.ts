import type { LibraryId } from '../library/library-id.ts';
import type { Permission } from './caller.ts';

/** What a share lets its receivers do. */
export interface ShareRights {
  readonly permission: Permission;
  /** May share the library further; always together with reading and writing. */
  readonly isAdmin: boolean;
}

/** A library opened to one person. */
export interface UserShare extends ShareRights {
  readonly libraryId: LibraryId;
  readonly email: string;
  /** E-mail of who shares it. */
  readonly sharedBy: string;
}

/** A library opened to the members of a group or department. */
export interface GroupShare extends ShareRights {
  readonly libraryId: LibraryId;
  readonly groupId: number;
  /** E-mail of who shares it. */
  readonly sharedBy: string;
}
