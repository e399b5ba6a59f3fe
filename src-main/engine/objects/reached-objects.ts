import { appendAll } from '../../core/append-all.ts';
import { DomainError } from '../../core/errors.ts';
import { EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import { isStepDue } from '../../core/steps.ts';
import type { LibraryObjects, ObjectKind } from '../../store/objects/object-store.ts';
import { decodeDirYielding } from '../reading/directory-reader.ts';
import { decodeFileYielding } from '../reading/file-content.ts';
import { isUnreadable } from '../reading/stored-commits.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';

/** What is made sure of about a block that is reached for the first time. */
export type BlockProof = (id: ObjectId) => void | Promise<void>;

/** Everything that trees of one library reach. Each object is read once, from the disk. */
export class ReachedObjects {
  readonly #store: LibraryObjects;
  readonly #signal: AbortSignal | undefined;
  // Not one set: a file may hold the text of a dir object as its content, and its block then has the same id.
  readonly #fs = new Set<ObjectId>();
  readonly #blocks = new Set<ObjectId>();
  /** What is reached from where not everything has to be here; a tree that reaches it is followed anyway. */
  readonly #loose = new Set<ObjectId>();

  /** @param signal ends the reading of a large tree */
  constructor(store: LibraryObjects, signal?: AbortSignal) {
    this.#store = store;
    this.#signal = signal;
  }

  has(kind: ObjectKind, id: string): boolean {
    return this.howReached(kind, id) !== null;
  }

  /** `loose`: only from where not everything has to be here. Commits are never reached: a tree names none. */
  howReached(kind: ObjectKind, id: string): 'tree' | 'loose' | null {
    if (kind === 'commit') return null;
    const objectId = id as ObjectId;
    if ((kind === 'fs' ? this.#fs : this.#blocks).has(objectId)) return 'tree';
    return this.#loose.has(objectId) ? 'loose' : null;
  }

  /**
   * @param proof by default: the block is on record
   * @throws DomainError `object-missing`, `object-corrupt`, and what `proof` throws
   */
  async addTree(rootId: ObjectId, proof: BlockProof = this.#requireBlock): Promise<void> {
    const pending: ObjectId[] = [rootId];
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      if (!this.#isNew(id)) continue;
      for (const dirent of await decodeDirYielding(id, await this.#read(id))) {
        if (dirent.kind === 'dir') pending.push(dirent.id);
        else await this.#addFile(dirent.id, proof);
      }
    }
  }

  /** An fs object that a commit may or may not need, and what it names as far as that is here. */
  async addLoose(id: string): Promise<void> {
    const pending = [id as ObjectId];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (next === EMPTY_ID || this.#fs.has(next) || this.#loose.has(next)) continue;
      this.#loose.add(next);
      try {
        appendAll(pending, await this.#namesIn(next, await this.#read(next)));
      } catch (error) {
        if (!isUnreadable(error)) throw error;
      }
    }
  }

  /** The fs objects that a dir object names; what a file object names is blocks, which name nothing. */
  async #namesIn(id: ObjectId, bytes: Buffer): Promise<ObjectId[]> {
    // Inside a name the quotes would be escaped, so only the member of a dir object reads like this.
    if (bytes.includes('"dirents"')) return (await decodeDirYielding(id, bytes)).map((dirent) => dirent.id);
    const { blockIds } = await decodeFileYielding(id, bytes);
    for (const [at, blockId] of blockIds.entries()) {
      if (isStepDue(at)) await yieldToEventLoop();
      this.#loose.add(blockId);
    }
    return [];
  }

  async #addFile(id: ObjectId, proof: BlockProof): Promise<void> {
    if (!this.#isNew(id)) return;
    const { blockIds } = await decodeFileYielding(id, await this.#read(id));
    for (const [at, blockId] of blockIds.entries()) {
      if (isStepDue(at)) await yieldToEventLoop();
      if (this.#blocks.has(blockId)) continue;
      await proof(blockId);
      this.#blocks.add(blockId);
    }
  }

  readonly #requireBlock = (id: ObjectId): void => {
    if (!this.#store.has('block', id)) throw new DomainError('object-missing', { value: id });
  };

  #isNew(id: ObjectId): boolean {
    if (id === EMPTY_ID || this.#fs.has(id)) return false;
    this.#fs.add(id);
    return true;
  }

  #read(id: ObjectId): Promise<Buffer> {
    this.#signal?.throwIfAborted();
    return this.#store.read('fs', id, { skipCache: true });
  }
}
