import { createHash } from 'node:crypto';
import { ErasedNames } from '../../core/history/erased-names.ts';
import { type Commit, commitIdOf } from '../../core/objects/commit.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { CommitId, ObjectId } from '../../core/objects/object-id.ts';
import type { ErasedItem, TreeEraser } from '../../core/tree/erase.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import type { RemovedTotal } from '../objects/rewritten-objects.ts';

/** What was erased, as it is kept on record: the files too, so that no device brings them back. */
export type RecordedErasure = ErasedItem & {
  readonly ids: readonly ObjectId[];
  /** So far; absent: nothing. */
  readonly removed?: RemovedTotal;
};

/**
 * Gives a commit that was changed an id of its own. The id covers neither parents nor name, so a commit whose tree stays would
 * keep it, and a stored commit is never replaced. Of what it covers, the creator alone may change unseen: it is the number of
 * a device, which nothing looks up.
 */
export function sealRewritten(commit: Commit, isTaken: (id: CommitId) => boolean): Commit {
  let { creator } = commit;
  let id = commitIdOf(commit);
  for (let tries = 0; isTaken(id); tries += 1) {
    creator = createHash('sha1').update(`${commit.id} ${tries}`).digest('hex');
    id = commitIdOf({ ...commit, creator });
  }
  return { ...commit, creator, id };
}

/** Kept on record, in one row. */
const IDS_MAX = 100_000;

/** What an eraser took out, with all that is in it; of very much only the first. */
export class ErasedContents {
  /** Of files. */
  readonly ids = new Set<ObjectId>();
  readonly names = new ErasedNames();
  readonly #readDir: ReadDir;
  readonly #eraser: Pick<TreeEraser, 'erased'>;
  readonly #folders = new Set<ObjectId>();
  #looked = 0;

  constructor(readDir: ReadDir, eraser: Pick<TreeEraser, 'erased'>) {
    this.#readDir = readDir;
    this.#eraser = eraser;
  }

  /** Looks at what was taken out since. */
  async look(): Promise<void> {
    const erased = this.#eraser.erased();
    for (const { dirent } of erased.slice(this.#looked)) await this.#add(dirent);
    this.#looked = erased.length;
  }

  async #add({ kind, name, id }: Dirent): Promise<void> {
    if (this.names.size < IDS_MAX) this.names.add(name);
    if (kind === 'file') {
      if (this.ids.size < IDS_MAX) this.ids.add(id);
      return;
    }
    if (this.#folders.has(id) || this.ids.size >= IDS_MAX) return;
    this.#folders.add(id);
    for (const inside of await this.#readDir(id)) await this.#add(inside);
  }
}
