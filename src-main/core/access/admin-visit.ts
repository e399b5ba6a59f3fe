import type { LibraryId } from '../library/library-id.ts';

export type AdminDeed = 'looked' | 'downloaded' | 'made' | 'deleted';

/** Something that an administrator did inside a library of somebody else. */
export interface AdminVisit {
  readonly id: number;
  readonly libraryId: LibraryId;
  readonly adminEmail: string;
  readonly deed: AdminDeed;
  readonly path: string;
  readonly atSeconds: number;
}
