import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { Owner } from '../../core/library/owner.ts';
import type { Groups } from '../../store/sqlite/groups.ts';
import type { Libraries } from '../../store/sqlite/libraries.ts';
import type { Users } from '../../store/sqlite/users.ts';

export interface StorageQuotasDependencies {
  readonly libraries: Pick<Libraries, 'ownedBy'>;
  readonly users: Pick<Users, 'find'>;
  readonly groups: Pick<Groups, 'find'>;
}

/** How much the owners of libraries may store. What counts is whose the library is, not who writes to it. */
export type StorageQuotas = ReturnType<typeof createStorageQuotas>;

export function createStorageQuotas({ libraries, users, groups }: StorageQuotasDependencies) {
  function quotaOf(owner: Owner): number | null {
    const record = owner.kind === 'user' ? users.find(owner.email) : groups.find(owner.groupId);
    return record?.quotaBytes ?? null;
  }

  /** Bytes that the owner of the library may still store; infinite without a quota, never negative. */
  function freeBytes({ owner }: Library): number {
    const quotaBytes = quotaOf(owner);
    if (quotaBytes === null) return Number.POSITIVE_INFINITY;
    const usedBytes = libraries.ownedBy(owner).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
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
