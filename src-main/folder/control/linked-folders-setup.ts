import type { LibraryId } from '../../core/library/library-id.ts';
import type { ChangeLibrary } from '../../engine/heads/change-library.ts';
import type { EventSink } from '../../engine/ports.ts';
import type { LibrariesService } from '../../usecases/libraries/libraries.ts';
import type { FileSystem } from '../disk/file-system.ts';
import type { FolderKeys } from '../link/folder-keys.ts';
import type { LinkedFolderPorts } from '../link/link-parts.ts';
import type { FolderReader, IngestObjects, LibraryHistory } from '../ports.ts';

/** Dependencies of the linked folders of a computer. */
export interface LinkedFoldersDependencies
  extends Omit<LinkedFolderPorts, 'reader' | 'fileSystem' | 'objects' | 'changeLibrary'> {
  readonly libraries: Pick<LibrariesService, 'list' | 'find' | 'create' | 'owner'>;
  readonly changeLibrary: Pick<ChangeLibrary, 'commitChanges' | 'wasAskedFirst'>;
  readonly history: LibraryHistory;
  readonly keys: FolderKeys;
  readonly objectsFor: (libraryId: LibraryId) => IngestObjects;
  readonly openReader: (root: string) => FolderReader;
  readonly openFileSystem: (root: string) => FileSystem;
  readonly events: EventSink;
  /** No linked folder may contain it or lie in it. */
  readonly dataDir: string;
  /** Text of `resources/ignore-defaults.txt`. */
  readonly ignoreDefaults: string;
  /** Retention of new libraries; −1: everything is kept. */
  readonly defaultKeepDays: () => number;
  /** Name of this computer, for history. */
  readonly device: string;
  /** Besides what is many for a folder of its size, a person is asked from this many deletions in the library on. */
  readonly askedFrom?: number | undefined;
}
