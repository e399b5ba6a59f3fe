import type { FileSystem, FsReader } from '../../src-main/folder/disk/file-system.ts';
import type { FolderIndex, Timers } from '../../src-main/folder/ports.ts';
import type { ObjectStore } from '../../src-main/store/objects/object-store.ts';
import type { Tables } from '../../src-main/store/sqlite/tables.ts';
import type { SimFolder } from './sim-folder.ts';

/** Ways to break the program from outside, so that it can be shown that the simulation finds what it looks for. */
export interface Sabotage {
  readonly fileSystem?: (fileSystem: FileSystem, folder: SimFolder) => FileSystem;
  readonly reader?: (reader: FsReader) => FsReader;
  readonly timers?: (timers: Timers) => Timers;
  /** The tables that services work on. */
  readonly tables?: (tables: Tables) => Tables;
  /** The index that linked folders work on. */
  readonly index?: (index: FolderIndex) => FolderIndex;
  readonly store?: (store: ObjectStore) => ObjectStore;
  /** Objects are told to be durable before they are. */
  readonly isFlushLazy?: boolean;
  /** Few deletions of others are not asked about, whatever the plan says. */
  readonly isHasty?: boolean;
  /** No notify ever comes. */
  readonly isDeaf?: boolean;
}
