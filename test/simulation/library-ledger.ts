import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import { EXECUTABLE_MODE } from '../../src-main/core/objects/dir-object.ts';
import type { ObjectId } from '../../src-main/core/objects/object-id.ts';
import { createReadDir } from '../../src-main/engine/reading/directory-reader.ts';
import { contentOf, type FlatTree, PROGRAM_MARK } from './contents.ts';
import type { Machine } from './sim-process.ts';

/** A commit as who keeps account sees it. */
export interface LedgerCommit {
  readonly seq: number;
  readonly author: string;
  readonly before: FlatTree;
  readonly after: FlatTree;
}

const EMPTY: FlatTree = { files: new Map(), dirs: new Set() };

/** Follows the history of one library, and knows every content that it keeps. */
export class LibraryLedger {
  readonly libraryId: LibraryId;
  readonly #machine: Pick<Machine, 'tables' | 'store'>;
  readonly #trees = new Map<ObjectId, FlatTree>();
  /** The first commit that kept each content. */
  readonly #keptSince = new Map<string, number>();
  #seq = 0;
  #head: FlatTree = EMPTY;

  constructor(libraryId: LibraryId, machine: Pick<Machine, 'tables' | 'store'>) {
    this.libraryId = libraryId;
    this.#machine = machine;
  }

  /** What the head holds, as of the last `catchUp`. */
  get head(): FlatTree {
    return this.#head;
  }

  /** Number of the newest commit, now. */
  get headSeq(): number {
    return this.#machine.tables.libraryTable.find(this.libraryId)?.headSeq ?? 0;
  }

  /** Whether a commit up to this one keeps the content; only after a `catchUp`. */
  keeps(id: string, bySeq = Number.POSITIVE_INFINITY): boolean {
    const since = this.#keptSince.get(id);
    return since !== undefined && since <= bySeq;
  }

  /** Every content that some commit keeps. */
  keptIds(): ObjectId[] {
    return [...this.#keptSince.keys()] as ObjectId[];
  }

  /** The commits since the last call, oldest first. */
  async catchUp(): Promise<LedgerCommit[]> {
    const from = this.headSeq;
    if (from === this.#seq) return [];
    const range = { from, downTo: this.#seq + 1, limit: from - this.#seq };
    const entries = this.#machine.tables.historyTable.range(this.libraryId, range).reverse();
    const commits: LedgerCommit[] = [];
    for (const { seq, rootId, authorEmail } of entries) {
      const before = this.#head;
      const after = await this.#tree(rootId);
      for (const mark of after.files.values()) {
        const id = contentOf(mark);
        if (!this.#keptSince.has(id)) this.#keptSince.set(id, seq);
      }
      this.#head = after;
      this.#seq = seq;
      commits.push({ seq, author: authorEmail, before, after });
    }
    return commits;
  }

  async #tree(rootId: ObjectId): Promise<FlatTree> {
    const known = this.#trees.get(rootId);
    if (known !== undefined) return known;
    const files = new Map<string, string>();
    const dirs = new Set<string>();
    const stamps = new Map<string, string>();
    const readDir = createReadDir(this.#machine.store.flushed(this.libraryId));
    const walk = async (id: ObjectId, prefix: string): Promise<void> => {
      for (const dirent of await readDir(id)) {
        const path = `${prefix}${dirent.name}`;
        if (dirent.kind === 'dir') {
          dirs.add(path);
          await walk(dirent.id, `${path}/`);
          continue;
        }
        stamps.set(path, `${dirent.mtimeSeconds} ${dirent.modifier}`);
        files.set(path, dirent.id + (dirent.mode === EXECUTABLE_MODE ? PROGRAM_MARK : ''));
      }
    };
    await walk(rootId, '');
    const tree = { files, dirs, stamps };
    this.#trees.set(rootId, tree);
    return tree;
  }
}
