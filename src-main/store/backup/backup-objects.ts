import type { LibraryId } from '../../core/library/library-id.ts';
import { DurableFolders } from '../backend/disk/durable-folders.ts';
import type { FileOps } from '../backend/disk/file-ops.ts';
import type { ReadHandles } from '../backend/disk/read-handles.ts';
import type { LibraryObjects, ObjectKind, ObjectName } from '../objects/object-store.ts';
import { BlockFiles } from '../repository/block-files.ts';
import { Duplicates } from '../repository/duplicates.ts';
import { LibraryHealth } from '../repository/library-health.ts';
import { PackReader } from '../repository/pack-reader.ts';
import { Quarantine } from '../repository/quarantine.ts';
import { RecordedObjects } from '../repository/recorded-objects.ts';
import { systemSeconds } from '../repository/system-seconds.ts';
import { type IdOf, isEmptyObject } from '../repository/verify.ts';
import type { ObjectIndex } from '../sqlite/object-index.ts';
import type { BlockHasher } from '../threads/block-hasher.ts';
import { libraryFolder } from './object-files.ts';

export interface BackupObjectsParts {
  /** Folder of the backup. */
  readonly folder: string;
  readonly libraryId: LibraryId;
  /** Of a copy of the backup's database. */
  readonly index: ObjectIndex;
  readonly ops: FileOps;
  readonly handles: ReadHandles;
  readonly hasher: BlockHasher;
  readonly idOf: IdOf;
}

/** The objects of a library in a backup, verified as they are read; what is damaged is left as it is. */
export type BackupObjects = Pick<LibraryObjects, 'read'>;

export function createBackupObjects(parts: BackupObjectsParts): BackupObjects {
  const { libraryId, index, ops, handles, hasher, idOf } = parts;
  const library = libraryFolder(parts.folder, libraryId);
  const packFolder = `${library}/packs`;
  const storeKey = index.findStore(libraryId);
  const find = ({ kind, id }: ObjectName) => (storeKey === null ? null : index.find(storeKey, kind, id));
  const recorded = new RecordedObjects({
    find,
    packs: new PackReader({ handles, folder: packFolder, idOf }),
    blocks: new BlockFiles({
      ...{ folder: `${library}/blocks`, ops, hasher, health: new LibraryHealth(libraryId) },
      folders: new DurableFolders(ops, parts.folder),
      temporaryPath: neverWritten,
      isDamaged: () => false,
    }),
    // What is found damaged is noted in the copy of the database, for as long as there is one.
    quarantine: new Quarantine({
      ...{ table: index.damaged, storeKey: () => storeKey, nowSeconds: systemSeconds },
      onDamaged: () => undefined,
    }),
    duplicates: new Duplicates({ folder: packFolder, ops, find }),
  });
  return {
    async read(kind: ObjectKind, id: string): Promise<Buffer> {
      if (isEmptyObject(kind, id)) return Buffer.alloc(0);
      return (await recorded.read({ kind, id })).bytes;
    },
  };
}

function neverWritten(): never {
  throw new Error('Nothing is written into a backup that is read.');
}
