import { DomainError } from '../../core/errors.ts';
import type { LinkedFolder, LinkedFolderId } from '../../core/folder/linked-folder.ts';
import { LinkedLibrary } from '../link/linked-library.ts';
import { LinkedFolderRunner } from './linked-folder.ts';
import type { LinkedFoldersDependencies } from './linked-folders-setup.ts';
import { Semaphore } from './semaphore.ts';

/** Full rescans that run at the same time: reading is bound by the disk and two cores. */
const FULL_RESCANS_AT_ONCE = 2;

/** The loops of the linked folders, one per folder. */
export class FolderRunners {
  readonly #deps: LinkedFoldersDependencies;
  readonly #byId = new Map<LinkedFolderId, LinkedFolderRunner>();
  readonly #semaphore = new Semaphore(FULL_RESCANS_AT_ONCE);

  /** Makes a loop for each folder on record; none is started yet. */
  constructor(deps: LinkedFoldersDependencies) {
    this.#deps = deps;
    for (const folder of deps.rows.list()) this.open(folder);
  }

  /** In the order in which they were linked. */
  all(): LinkedFolderRunner[] {
    return [...this.#byId.values()];
  }

  linkedTo(libraryId: string): LinkedFolderRunner[] {
    return this.all().filter(({ folder }) => folder.libraryId === libraryId);
  }

  /** @throws DomainError `linked-folder-not-found` */
  find(id: string): LinkedFolderRunner {
    const runner = this.#byId.get(id as LinkedFolderId);
    if (runner === undefined) throw new DomainError('linked-folder-not-found', { value: id });
    return runner;
  }

  /** Makes the loop of a folder, replacing the one it had. */
  open(folder: LinkedFolder): LinkedFolderRunner {
    const { events, ignoreDefaults, device, askedFrom } = this.#deps;
    const { id: folder_id, path, libraryId } = folder;
    const ports = {
      ...this.#deps,
      reader: this.#deps.openReader(path),
      fileSystem: this.#deps.openFileSystem(path),
      objects: this.#deps.objectsFor(libraryId),
    };
    const runner: LinkedFolderRunner = new LinkedFolderRunner(folder, ports, {
      ...{ ignoreDefaults, device, askedFrom, fullScans: this.#semaphore },
      library: new LinkedLibrary(folder, this.#deps),
      onChange: () => events.emit({ type: 'folder', folder: runner.toJson() }),
      onActivity: (entries) => events.emit({ type: 'folder-activity', folder_id, entries }),
    });
    this.#byId.set(folder.id, runner);
    return runner;
  }

  forget({ folder }: LinkedFolderRunner): void {
    this.#byId.delete(folder.id);
  }
}
