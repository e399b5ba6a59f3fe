import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { Owner } from '../../core/library/owner.ts';
import type { GroupTable } from '../../store/sqlite/groups.ts';
import type { LibraryTable } from '../../store/sqlite/libraries.ts';
import type { UserTable } from '../../store/sqlite/users.ts';

export interface StorageQuotasDependencies {
  readonly libraryTable: Pick<LibraryTable, 'ownedBy'>;
  readonly users: Pick<UserTable, 'find'>;
  readonly groups: Pick<GroupTable, 'find'>;
}

/** How much the owners of libraries may store. What counts is whose the library is, not who writes to it. */
export type StorageQuotas = ReturnType<typeof createStorageQuotas>;

export function createStorageQuotas({ libraryTable, users, groups }: StorageQuotasDependencies) {
  function quotaOf(owner: Owner): number | null {
    const record = owner.kind === 'user' ? users.find(owner.email) : groups.find(owner.groupId);
    return record?.quotaBytes ?? null;
  }

  /** Bytes that the owner of the library may still store; infinite without a quota, never negative. */
  function freeBytes({ owner }: Library): number {
    const quotaBytes = quotaOf(owner);
    if (quotaBytes === null) return Number.POSITIVE_INFINITY;
    const usedBytes = libraryTable.ownedBy(owner).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    return Math.max(0, quotaBytes - usedBytes);
  }

  return {
    freeBytes,

    /** @throws DomainError `quota-exceeded` */
    require(library: Library, sizeBytes: number): void {
      if (sizeBytes > freeBytes(library)) throw new DomainError('quota-exceeded', { value: library.id });
    },
  };
}
