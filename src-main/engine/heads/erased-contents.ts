import { ErasedNames } from '../../core/history/erased-names.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import type { TreeEraser } from '../../core/tree/erase.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';

/** Files, and as many names: their ids are recorded in one row. */
const CONTENTS_MAX = 100_000;

/** Files and names of what an eraser took out, with everything inside; only the first of very many. */
export class ErasedContents {
  /** Ids of files. */
  readonly ids = new Set<ObjectId>();
  readonly names = new ErasedNames();
  readonly #readDir: ReadDir;
  readonly #eraser: Pick<TreeEraser, 'erased'>;
  readonly #max: number;
  readonly #folders = new Set<ObjectId>();
  #looked = 0;

  constructor(readDir: ReadDir, eraser: Pick<TreeEraser, 'erased'>, max = CONTENTS_MAX) {
    this.#readDir = readDir;
    this.#eraser = eraser;
    this.#max = max;
  }

  /** Adds what was taken out since the last call. */
  async look(): Promise<void> {
    const erased = this.#eraser.erased();
    for (const { dirent } of erased.slice(this.#looked)) await this.#add(dirent);
    this.#looked = erased.length;
  }

  async #add({ kind, name, id }: Dirent): Promise<void> {
    if (this.names.size < this.#max) this.names.add(name);
    if (kind === 'file') {
      if (this.ids.size < this.#max) this.ids.add(id);
      return;
    }
    if (this.#folders.has(id) || this.ids.size >= this.#max) return;
    this.#folders.add(id);
    for (const inside of await this.#readDir(id)) await this.#add(inside);
  }
}
