import { parentPath } from '../../core/folder/folder-entry.ts';
import type { FolderWriter } from './folder-writer.ts';

/**
 * Makes names in folders durable, and the folders' own names with them: a folder that was made just before a sync that
 * failed, or before a crash, is in the index by the time something is written into it, and would take it along.
 */
export class SyncedFolders {
  readonly #writer: Pick<FolderWriter, 'sync'>;
  /** Folders whose own names are durable, for all that this process knows. */
  readonly #durable = new Set<string>();

  constructor(writer: Pick<FolderWriter, 'sync'>) {
    this.#writer = writer;
  }

  /** Durable on return. @throws what the disk says; nothing is taken for durable then */
  async sync(dirs: Iterable<string>): Promise<void> {
    const wanted = new Set(dirs);
    const own = new Set<string>();
    for (const dir of dirs) {
      for (let at = dir; at !== '' && !this.#durable.has(at) && !own.has(at); at = parentPath(at)) {
        own.add(at);
        wanted.add(parentPath(at));
      }
    }
    await this.#writer.sync(wanted);
    for (const dir of own) this.#durable.add(dir);
  }
}
