import type { LibraryId } from '../../core/library/library-id.ts';
import type { Backend } from '../backend/backend.ts';
import type { LibraryObjects, ObjectKind, ObjectName } from '../objects/object-store.ts';
import { BlockFiles } from '../repository/block-files.ts';
import type { BlockHasher } from '../repository/block-hasher.ts';
import { Duplicates } from '../repository/duplicates.ts';
import { LibraryHealth } from '../repository/library-health.ts';
import { PackReader } from '../repository/pack-reader.ts';
import { Quarantine } from '../repository/quarantine.ts';
import { RecordedObjects } from '../repository/recorded-objects.ts';
import { systemSeconds } from '../repository/system-seconds.ts';
import { type IdOf, isEmptyObject } from '../repository/verify.ts';
import type { ObjectIndex } from '../sqlite/object-index.ts';

export interface BackupObjectsParts {
  /** The files of the backup, which are only read. */
  readonly backend: Backend;
  readonly libraryId: LibraryId;
  /** Of a copy of the backup's database. */
  readonly index: ObjectIndex;
  readonly hasher: BlockHasher;
  readonly idOf: IdOf;
}

/** The objects of a library in a backup, verified as they are read; what is damaged is left as it is. */
export type BackupObjects = Pick<LibraryObjects, 'read'>;

export function createBackupObjects(parts: BackupObjectsParts): BackupObjects {
  const { backend, libraryId, index, hasher, idOf } = parts;
  const files = backend.library(libraryId);
  const storeKey = index.findStore(libraryId);
  const find = ({ kind, id }: ObjectName) => (storeKey === null ? null : index.find(storeKey, kind, id));
  const health = new LibraryHealth(libraryId);
  const recorded = new RecordedObjects({
    find,
    packs: new PackReader({ files, idOf }),
    blocks: new BlockFiles({ files, hasher, health, isDamaged: () => false }),
    // What is found damaged is noted in the copy of the database, for as long as there is one.
    quarantine: new Quarantine({
      table: index.damaged,
      storeKey: () => storeKey,
      nowSeconds: systemSeconds,
      onDamaged: () => undefined,
    }),
    duplicates: new Duplicates({ files, find }),
  });
  return {
    async read(kind: ObjectKind, id: string): Promise<Buffer> {
      if (isEmptyObject(kind, id)) return Buffer.alloc(0);
      return (await recorded.read({ kind, id })).bytes;
    },
  };
}
