import { DomainError } from '../core/errors.ts';
import type { Library } from '../core/library/library.ts';
import type { LibraryId } from '../core/library/library-id.ts';
import { isSameOwner, type Owner } from '../core/library/owner.ts';
import { PENDING_STORAGE_HOURS } from '../core/limits.ts';
import type { Clock } from './ports.ts';
import type { StorageQuotas } from './storage-quotas.ts';

interface Pending {
  readonly owner: Owner;
  readonly bytes: number;
  /** What may be more than takes the place of something in its library. */
  readonly surplusBytes: number;
  readonly sinceMs: number;
}

const LIFETIME_MS = PENDING_STORAGE_HOURS * 3_600_000;

/**
 * What owners of libraries have stored that is in no head yet, so that their quotas hold for it as well: blocks of sync
 * clients and beginnings of files. Only where there is a quota. It ends with the process, as the beginnings do; blocks that
 * an earlier process took in no longer count.
 */
export type PendingStorage = ReturnType<typeof createPendingStorage>;

export function createPendingStorage({ quotas, clock }: { quotas: StorageQuotas; clock: Clock }) {
  const pending = new Map<string, Pending>();

  function forgetOld(): void {
    const nowMs = clock.nowMs();
    for (const [source, { sinceMs }] of pending) {
      // A clock that was set back must not stretch the time.
      if (nowMs - sinceMs > LIFETIME_MS || sinceMs > nowMs) pending.delete(source);
    }
  }

  function surplusOf(owner: Owner): number {
    const own = [...pending.values()].filter((one) => isSameOwner(one.owner, owner));
    return own.reduce((sum, { surplusBytes }) => sum + surplusBytes, 0);
  }

  /** @throws DomainError `quota-exceeded` */
  function take(
    library: Library,
    source: string,
    { bytes, surplusBytes }: Omit<Pending, 'owner' | 'sinceMs'>,
  ) {
    const freeBytes = quotas.freeBytes(library);
    if (freeBytes === Number.POSITIVE_INFINITY) return;
    const before = pending.get(source);
    const others = surplusOf(library.owner) - (before?.surplusBytes ?? 0);
    if (surplusBytes > 0 && others + surplusBytes > freeBytes)
      throw new DomainError('quota-exceeded', { value: library.id });
    const sinceMs = before?.sinceMs ?? clock.nowMs();
    pending.set(source, { owner: library.owner, bytes, surplusBytes, sinceMs });
  }

  return {
    /** The whole of a file that has begun to come in. @throws DomainError `quota-exceeded` */
    takeBeginning(library: Library, source: string, totalBytes: number): void {
      forgetOld();
      take(library, source, { bytes: totalBytes, surplusBytes: totalBytes });
    },

    drop: (source: string): void => void pending.delete(source),

    /**
     * A block of a sync client. What comes before a head may replace all that is in the library.
     * @throws DomainError `quota-exceeded`
     */
    takeBlock(library: Library, sizeBytes: number): void {
      forgetOld();
      const source = `blocks ${library.id}`;
      const bytes = (pending.get(source)?.bytes ?? 0) + sizeBytes;
      take(library, source, { bytes, surplusBytes: Math.max(0, bytes - library.sizeBytes) });
    },

    /** A block that counts and could not be stored. */
    giveBack(library: Library, sizeBytes: number): void {
      const source = `blocks ${library.id}`;
      const before = pending.get(source);
      if (before === undefined) return;
      const bytes = Math.max(0, before.bytes - sizeBytes);
      pending.set(source, { ...before, bytes, surplusBytes: Math.max(0, bytes - library.sizeBytes) });
    },

    /** The blocks that came in for it are in its head now. */
    headMoved: (libraryId: LibraryId): void => void pending.delete(`blocks ${libraryId}`),
  };
}
