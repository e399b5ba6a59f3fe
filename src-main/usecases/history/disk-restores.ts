import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { CommitId } from '../../core/objects/object-id.ts';

export interface DiskTarget {
  readonly libraryId: LibraryId;
  /** Null: as it is now. */
  readonly commitId: CommitId | null;
  /** Absolute folder, empty or not there yet. */
  readonly to: string;
}

export interface WriteToDiskRequest extends DiskTarget {
  /** '/' for the whole library. */
  readonly path: string;
}

/** One item as what is written, or several, each under its name. */
export type DiskRestore = WriteToDiskRequest | (DiskTarget & { readonly paths: readonly string[] });

export interface WrittenToDisk {
  /** Absolute path of what was written. */
  readonly path: string;
  readonly files: number;
  readonly bytes: number;
  /** What has a name or path that the disk cannot hold; the first paths of it, below what was asked for. */
  readonly leftOut: { readonly count: number; readonly paths: readonly string[] };
}

/** What writes to the disk of the server, for callers who may read the library. */
export interface DiskWriter {
  write(caller: Caller, request: WriteToDiskRequest): Promise<WrittenToDisk>;
  /** Each under its name. */
  writeSeveral(caller: Caller, paths: readonly string[], target: DiskTarget): Promise<WrittenToDisk>;
}

/** Restoring to the disk of the server, which is for administrators. */
export type DiskRestores = ReturnType<typeof createDiskRestores>;

export function createDiskRestores(disk: DiskWriter) {
  return {
    /**
     * @throws DomainError `permission-denied`, `path-invalid` (relative, exists and not empty, or two have one name),
     * `item-not-found`, `commit-not-found`, `disk-full`
     */
    async write(caller: Caller, request: DiskRestore): Promise<WrittenToDisk> {
      requireOwnDisk(caller);
      return 'paths' in request
        ? disk.writeSeveral(caller, request.paths, request)
        : disk.write(caller, request);
    },
  };
}

/** Others may make the same call without `to`. */
function requireOwnDisk({ isAdmin }: Caller): void {
  if (!isAdmin) throw new DomainError('permission-denied', { field: 'to' });
}
