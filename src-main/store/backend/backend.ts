import type { LibraryId } from '../../core/library/library-id.ts';

/**
 * The medium below a repository. It knows files, which are packs and blocks, and nothing of what is in them: records,
 * ids that have to fit, and which object lies where are the repository's.
 *
 * Errors carry the `code` that the system has for them, on whatever medium: `ENOENT` for a file that is not there, `EIO` for
 * one that cannot be read, `ENOSPC` for no room, `EBUSY` for what will work later. An error without one is not the medium's.
 */
export interface Backend {
  /** The files of one library. Those of others are out of its reach. */
  library(id: LibraryId): LibraryFiles;
  /** The libraries that have files. */
  libraries(): Promise<LibraryId[]>;
  /** Takes away all files of a library, durably. Absent: no work. Ended by a crash, none or all are gone. */
  removeLibrary(id: LibraryId): Promise<void>;
  /** How much may still be written. */
  freeBytes(): Promise<number>;
  /** Closes what is open for reading. */
  close(): Promise<void>;
}

/** A file of a library: a pack by its number, or a block by its id. */
export type FileName = { readonly pack: number } | { readonly block: string };

/** A stretch of a file. */
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** The files of one library. */
export interface LibraryFiles {
  /** How much is worth a call of its own to write to a pack: what is kept in memory until then. */
  readonly bytesAtOnce: number;
  /** Numbers of the packs, in no order. A pack is listed as soon as it is made, whole or not. */
  listPacks(): Promise<number[]>;
  /** Ids of the blocks that have files, in no order, in groups of any size. A block is listed once it is saved, and whole. */
  listBlocks(): AsyncIterable<readonly string[]>;
  /** @throws `ENOENT` */
  sizeOf(name: FileName): Promise<number>;
  /** The bytes of a stretch, in memory of their own; fewer where the file ends before. @throws `ENOENT`, `EIO` */
  openRange(name: FileName, range: ByteRange): Promise<Buffer>;
  /** A pack to be read for a while; it can be read to its end even when it is removed meanwhile. @throws `ENOENT` */
  openPack(pack: number): Promise<PackSource>;
  /**
   * A new, empty pack. Its name is durable with the next `save`, together with others, or on its own with `saveName`.
   * Rejects when the number is taken.
   */
  createPack(pack: number, naming: 'together' | 'alone'): Promise<PackFile>;
  /** Goes on with a pack. Null: it is not there, or is not one that can be gone on with. */
  reopenPack(pack: number): Promise<PackFile | null>;
  /** The name of a pack is durable on return. A failure leaves unknown whether it is. */
  saveName(pack: number): Promise<void>;
  /** Takes the content of a block, which is no file yet. Nothing is left of it when that fails. */
  stage(block: GivenBlock): Promise<StagedBlock>;
  /**
   * Durable on return: these blocks, each under its name, and the names of all packs made before. Ended by a crash, each is
   * there whole or not at all. May be called again with blocks of a call that failed. What has a block's name already is
   * replaced, or set aside before where `isDamaged` says so.
   * @throws `NotDurable` before any other error
   */
  save(blocks: readonly StagedBlock[], isDamaged: (id: string) => boolean): Promise<void>;
  /**
   * Takes files away, durably on return; who is reading one may go on. Each name is taken from `names` right before its
   * file goes. Resolves to the bytes that they had. @throws `ENOENT` for a file that is not there; `NotDurable`
   */
  remove(names: Iterable<FileName>): Promise<number>;
  /** Takes a damaged pack out of the way, durably, to where nothing reads it but a person may. @throws `NotDurable` */
  setAside(pack: number): Promise<void>;
}

/** A pack that is written. */
export interface PackFile {
  sizeBytes(): Promise<number>;
  /** Writes all bytes at `position`, or rejects, with some of them written perhaps. */
  write(bytes: Uint8Array, position: number): Promise<void>;
  /** The content, and the size it has, are durable on return. A failure leaves unknown whether they are, now and ever. */
  sync(): Promise<void>;
  /** A failure leaves unknown whether what was written is there. */
  close(): Promise<void>;
  /** Takes a pack away, closed before, that nothing refers to; not durably. */
  remove(): Promise<void>;
}

/** A pack that is read. */
export interface PackSource {
  readonly sizeBytes: number;
  /** Fewer bytes where the pack ends before. */
  read(range: ByteRange): Promise<Buffer>;
  close(): Promise<void>;
}

export interface GivenBlock {
  readonly id: string;
  readonly bytes: Uint8Array;
  /** Whether the memory of `bytes` is the backend's now, which may empty it. */
  readonly isGiven?: boolean;
}

/** A block that was taken; durable once `save` has returned. */
export interface StagedBlock {
  readonly id: string;
  readonly sizeBytes: number;
  /** Its bytes, saved or not, and one more where there are more than there should be. @throws `ENOENT`, `EIO` */
  read(): Promise<Buffer>;
  /** Takes it away unless it was saved. Never rejects. */
  discard(): Promise<void>;
}

/** It is unknown which of the last changes would survive a power loss, and trying again does not tell. */
export class NotDurable extends Error {
  constructor(cause: unknown) {
    super('It is unknown what is on the disk.', { cause });
  }
}

/** The system's name of an error, for example `ENOSPC`; empty when it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
