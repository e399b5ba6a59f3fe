import { DomainError } from '../../src-main/core/errors.ts';
import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import { type Dirent, EXECUTABLE_MODE, FILE_MODE } from '../../src-main/core/objects/dir-object.ts';
import { encodeFile } from '../../src-main/core/objects/file-object.ts';
import { EMPTY_ID, objectIdOf } from '../../src-main/core/objects/object-id.ts';
import type { TreeChange } from '../../src-main/core/tree/apply.ts';
import { OWNER } from './sim-process.ts';
import type { SimWorld } from './sim-world.ts';

/** From the first object of an upload to its commit. */
const UPLOAD_MS = 60_000;

const AUTHOR = 'rest@sim';

/** Somebody who changes libraries through the services, as the interface does, while folders are at work. */
export class Remote {
  readonly #world: SimWorld;
  #uploads = 0;

  constructor(world: SimWorld) {
    this.#world = world;
  }

  get isUploading(): boolean {
    return this.#uploads > 0;
  }

  write(libraryId: LibraryId, path: string, bytes: Buffer): void {
    this.#start(`put ${path}`, async () => {
      await this.#commit(libraryId, [await this.#put(libraryId, path, bytes)]);
    });
  }

  /** Stores the content durably, goes on with something else, and commits it much later. */
  upload(libraryId: LibraryId, path: string, bytes: Buffer): void {
    this.#uploads++;
    this.#start(`upload ${path}`, async () => {
      const put = await this.#put(libraryId, path, bytes);
      await this.#world.machine.store.library(libraryId).flush();
      await new Promise<void>((resolve) => {
        this.#world.time.after(UPLOAD_MS, resolve);
      });
      await this.#commit(libraryId, [put]);
      this.#uploads--;
    });
  }

  /** A killed process takes its uploads along. */
  forgetUploads(): void {
    this.#uploads = 0;
  }

  /** The same content with another time. */
  touch(libraryId: LibraryId, path: string): void {
    this.#start(`touch ${path}`, async () => {
      const there = await this.#entry(libraryId, path);
      if (there.kind !== 'file') return;
      const { name: _name, ...dirent } = { ...there, mtimeSeconds: there.mtimeSeconds + 100 };
      await this.#commit(libraryId, [{ op: 'put', path: `/${path}`, dirent }]);
    });
  }

  /** Says whether the file is a program, there and back; so fast that commits say the same in the same second. */
  toggleProgram(libraryId: LibraryId, path: string, times: number): void {
    this.#start(`chmod ${path}`, async () => {
      for (let time = 0; time < times; time++) {
        const there = await this.#entry(libraryId, path);
        if (there.kind !== 'file') return;
        const mode = there.mode === EXECUTABLE_MODE ? FILE_MODE : EXECUTABLE_MODE;
        const { name: _name, ...dirent } = { ...there, mode };
        await this.#commit(libraryId, [{ op: 'put', path: `/${path}`, dirent }]);
      }
    });
  }

  remove(libraryId: LibraryId, path: string): void {
    this.#start(`remove ${path}`, () => this.#commit(libraryId, [{ op: 'remove', path: `/${path}` }]));
  }

  makeFolder(libraryId: LibraryId, path: string): void {
    const mtimeSeconds = this.#world.time.nowSeconds();
    this.#start(`mkdir ${path}`, () =>
      this.#commit(libraryId, [{ op: 'mkdir', path: `/${path}`, mtimeSeconds }]),
    );
  }

  move(libraryId: LibraryId, from: string, to: string): void {
    this.#start(`move ${from} ${to}`, () =>
      this.#commit(libraryId, [{ op: 'move', from: `/${from}`, to: `/${to}` }]),
    );
  }

  /** A folder where there was a file, or the other way round, in one commit. */
  changeKind(libraryId: LibraryId, path: string, bytes: Buffer): void {
    this.#start(`change kind ${path}`, async () => {
      const { kind } = await this.#entry(libraryId, path);
      const target = kind === 'dir' ? path : `${path}/inside`;
      const put = await this.#put(libraryId, target, bytes);
      await this.#commit(libraryId, [{ op: 'remove', path: `/${path}` }, put]);
    });
  }

  /** Brings something back from an earlier commit, or everything. */
  restore(libraryId: LibraryId, path: string, back: number): void {
    this.#start(`restore ${path}`, async () => {
      const { tables } = this.#world.machine;
      const headSeq = tables.libraryTable.find(libraryId)?.headSeq ?? 1;
      const seq = Math.max(1, headSeq - back);
      const [commit] = tables.historyTable.range(libraryId, { from: seq, downTo: seq, limit: 1 });
      if (commit === undefined) return;
      await this.#world.process.services.restores.item(OWNER, libraryId, path, commit.id);
    });
  }

  #commit(libraryId: LibraryId, changes: readonly TreeChange[]): Promise<unknown> {
    const { changeLibrary } = this.#world.process.services;
    return changeLibrary.commitChanges({ libraryId, changes, author: AUTHOR, asksFirst: false });
  }

  #entry(libraryId: LibraryId, path: string): Promise<Dirent> {
    return this.#world.process.services.files.entry(OWNER, libraryId, `/${path}`, null);
  }

  async #put(libraryId: LibraryId, path: string, bytes: Buffer): Promise<TreeChange> {
    const store = this.#world.machine.store.library(libraryId);
    const blockId = objectIdOf(bytes);
    const file = encodeFile({ blockIds: [blockId], sizeBytes: bytes.length });
    if (file.id !== EMPTY_ID) {
      await store.write('block', blockId, bytes);
      await store.write('fs', file.id, file.bytes);
    }
    const stamp = { mtimeSeconds: this.#world.time.nowSeconds(), modifier: AUTHOR };
    const dirent = { kind: 'file', id: file.id, mode: FILE_MODE, sizeBytes: bytes.length, ...stamp } as const;
    return { op: 'put', path: `/${path}`, dirent };
  }

  /** Goes on while others do; what is refused is no matter of this simulation. */
  #start(words: string, work: () => Promise<unknown>): void {
    this.#world.note(`remote ${words}`);
    // A call that is under way is not a day old yet.
    this.#uploads++;
    const isOver = () => {
      this.#uploads = Math.max(0, this.#uploads - 1);
    };
    work().then(isOver, (error: unknown) => {
      isOver();
      // What was stored and is younger than a day is there when it is committed.
      const isRefusal = error instanceof DomainError && error.detail.reason !== 'content-collected';
      if (isRefusal) this.#world.note(`refused ${error.code}`);
      else this.#world.fail(error);
    });
  }
}
