import type { LibraryId } from '../library/library-id.ts';

export type AdminAction = 'looked' | 'downloaded' | 'made' | 'deleted';

/** Something that an administrator did inside another user's library. */
export interface AdminVisit {
  readonly id: number;
  readonly libraryId: LibraryId;
  readonly adminEmail: string;
  readonly action: AdminAction;
  readonly path: string;
  readonly atSeconds: number;
}
