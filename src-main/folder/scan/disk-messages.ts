import type { FileKey } from '../../core/library/encryption.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import type { EarlyScan, FolderProblem, ListRequest, ReadOutcome, RootState, WantedFile } from '../ports.ts';

/** Messages between the main thread and the thread that reads a linked folder. */

export interface DiskWorkerData {
  readonly root: string;
  /** One counter: bytes sent and not yet processed. */
  readonly inFlight: Int32Array<SharedArrayBuffer>;
  readonly ignoreDefaults: string;
}

export type DiskRequest =
  | { readonly op: 'root' }
  | { readonly op: 'ignore-text' }
  | (Omit<ListRequest, 'early'> & {
      readonly op: 'list';
      readonly early: Pick<EarlyScan, 'watchStart' | 'waitMs'> | null;
    })
  | { readonly op: 'read'; readonly files: PackedFiles; readonly fileKey: FileKey | null }
  /** Memory of a block, to be reused; not answered. */
  | { readonly op: 'memory'; readonly memory: ArrayBuffer };

/** Files to read, packed into few objects, since each costs time to send. */
export interface PackedFiles {
  readonly paths: readonly string[];
  /** For each path: size, mtime, ctime, inode, mode. */
  readonly stats: Float64Array;
}

const WANTED_FIELDS = 5;

export function packFiles(files: readonly WantedFile[]): PackedFiles {
  const stats = new Float64Array(files.length * WANTED_FIELDS);
  files.forEach(({ stat: { sizeBytes, mtimeMs, ctimeMs, inode, mode } }, index) => {
    stats.set([sizeBytes, mtimeMs, ctimeMs, inode, mode], index * WANTED_FIELDS);
  });
  return { paths: files.map(({ path }) => path), stats };
}

/** Unpacks one file. */
export function unpackFile({ paths, stats }: PackedFiles, index: number): WantedFile {
  const [sizeBytes = 0, mtimeMs = 0, ctimeMs = 0, inode = 0, mode = 0] = stats.subarray(
    index * WANTED_FIELDS,
    (index + 1) * WANTED_FIELDS,
  );
  return { path: paths[index] ?? '', stat: { sizeBytes, mtimeMs, ctimeMs, inode, mode } };
}

/** Numbers of one entry in `PackedListing.stats`, in this order. */
export const STAT_FIELDS = 6;

/** A listing packed into few objects, since each costs time to send. */
export interface PackedListing {
  readonly dir: string;
  readonly mtimeMs: number;
  readonly isDeep: boolean;
  readonly failure: FolderProblem | null;
  readonly names: readonly string[];
  /** For each name: 1 for a folder, size, mtime, ctime, inode, mode. */
  readonly stats: readonly number[];
  readonly unknownNames: readonly string[];
  readonly problems: readonly FolderProblem[];
  readonly ignoredCount: number;
  readonly linkCount: number;
  readonly leftovers: readonly string[];
}

/** A block inside one of the buffers of its batch. */
export interface PackedBlock {
  readonly id: ObjectId;
  /** Null for a large block. */
  readonly sha256: string | null;
  readonly offset: number;
  readonly length: number;
}

export type DiskReply =
  | { readonly kind: 'root'; readonly state: RootState }
  | { readonly kind: 'ignore-text'; readonly text: string }
  | { readonly kind: 'listings'; readonly listings: readonly PackedListing[]; readonly cost: number }
  | { readonly kind: 'seen-again'; readonly changed: readonly string[]; readonly cost: 0 }
  | {
      readonly kind: 'blocks';
      readonly buffer: ArrayBuffer;
      readonly blocks: readonly PackedBlock[];
      readonly files: readonly ReadOutcome[];
      readonly sizeBytes: number;
      readonly cost: number;
    }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly message: string };
