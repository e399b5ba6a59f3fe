import type { Caller } from '../core/access/caller.ts';
import { requireAdministrator } from '../core/access/require-administrator.ts';
import { historyWindow } from '../core/history/retention.ts';
import type { Library } from '../core/library/library.ts';
import { decodeDir } from '../core/objects/dir-object.ts';
import { decodeFile } from '../core/objects/file-object.ts';
import { EMPTY_ID, type ObjectId } from '../core/objects/object-id.ts';
import type { LibraryObjects, ObjectStore } from '../store/objects/object-store.ts';
import type { History } from '../store/sqlite/history.ts';
import type { Libraries } from '../store/sqlite/libraries.ts';
import { oldestShownSeq } from './history-window.ts';
import type { Clock } from './ports.ts';

export interface GarbageDependencies {
  readonly libraries: Libraries;
  readonly history: History;
  readonly objects: ObjectStore;
  readonly clock: Clock;
}

/** What nothing needs any more: no commit that retention shows reaches it. Commits themselves always stay. */
export interface GarbagePlan {
  readonly libraries: number;
  readonly objects: number;
  readonly bytes: number;
}

/** A page of commits at a time, so that a long history is never held in memory. */
const COMMITS_A_PAGE = 500;

/** Finds what could be freed, library by library. Reads only. */
export type Garbage = ReturnType<typeof createGarbage>;

export function createGarbage({ libraries, history, objects, clock }: GarbageDependencies) {
  /** @throws DomainError `object-missing`, `object-corrupt`: a damaged library is never collected from */
  async function planLibrary(library: Library): Promise<{ objects: number; bytes: number }> {
    const store = objects.library(library.id);
    const needed = new Needed(store);
    const window = historyWindow({ ...library, nowSeconds: clock.nowSeconds() });
    const downTo = oldestShownSeq(library, window, (atSeconds) => history.newestSeqAt(library.id, atSeconds));
    for (let from = library.headSeq; from >= downTo; from -= COMMITS_A_PAGE) {
      const page = history.range(library.id, { from, downTo, limit: COMMITS_A_PAGE });
      for (const { rootId } of page) await needed.addTree(rootId);
    }
    const free = { objects: 0, bytes: 0 };
    for (const { kind, id, sizeBytes } of store.list()) {
      if (kind === 'commit' || needed.has(id)) continue;
      free.objects += 1;
      free.bytes += sizeBytes;
    }
    return free;
  }

  return {
    /** Deleted libraries can be restored, so all of theirs is needed. @throws DomainError `permission-denied` */
    async plan(caller: Caller): Promise<GarbagePlan> {
      requireAdministrator(caller);
      const live = libraries.all();
      const total = { libraries: live.length, objects: 0, bytes: 0 };
      for (const library of live) {
        const free = await planLibrary(library);
        total.objects += free.objects;
        total.bytes += free.bytes;
      }
      return total;
    },
  };
}

/** Ids of everything that some tree reaches. Blocks and fs objects share one set: a clash keeps one too many. */
class Needed {
  readonly #store: LibraryObjects;
  readonly #ids = new Set<string>();

  constructor(store: LibraryObjects) {
    this.#store = store;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  async addTree(rootId: ObjectId): Promise<void> {
    const pending: ObjectId[] = [rootId];
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      if (!this.#isNew(id)) continue;
      for (const dirent of decodeDir(id, await this.#store.read('fs', id))) {
        if (dirent.kind === 'dir') pending.push(dirent.id);
        else await this.#addFile(dirent.id);
      }
    }
  }

  async #addFile(id: ObjectId): Promise<void> {
    if (!this.#isNew(id)) return;
    for (const blockId of decodeFile(id, await this.#store.read('fs', id)).blockIds) this.#ids.add(blockId);
  }

  #isNew(id: ObjectId): boolean {
    if (id === EMPTY_ID || this.#ids.has(id)) return false;
    this.#ids.add(id);
    return true;
  }
}
