import type { LocalClient } from '../../src-main/headless/local-client.ts';
import { download, LibraryTree, wholeHistory } from './library-tree.ts';
import type { SeededNumbers } from './seeded-numbers.ts';

/** Where a content was seen in a finished commit. */
interface Owed {
  readonly path: string;
  readonly commitId: string;
}

/**
 * The contents that a writer put into a linked folder and that the server then showed in a commit: from that moment on
 * they are owed. A commit's id names its whole tree, so a content is kept as long as its commit is in history and
 * sound; that it comes out byte for byte is tried as well.
 */
export class ContentLedger {
  readonly libraryId: string;
  readonly #tree: LibraryTree;
  readonly #written = new Map<string, Buffer>();
  readonly #owed = new Map<string, Owed>();
  readonly #commits = new Set<string>();
  #fresh: string[] = [];
  #lastHead = '';

  constructor(libraryId: string) {
    this.libraryId = libraryId;
    this.#tree = new LibraryTree(libraryId);
  }

  /** Contents that are owed. */
  get count(): number {
    return this.#owed.size;
  }

  /** A content that may appear from now on. */
  noteWritten(id: string, content: Buffer): void {
    this.#written.set(id, content);
  }

  /** A commit of the library that a call acknowledged. */
  noteCommit(commitId: string): void {
    this.#commits.add(commitId);
  }

  /** Somewhere that one of the contents was seen, to be restored from. */
  anySeen(random: SeededNumbers): Owed | null {
    return this.#owed.size === 0 ? null : random.pick([...this.#owed.values()]);
  }

  /** Looks at the head and takes down what it holds. */
  async observe(client: LocalClient): Promise<void> {
    const { head_commit_id: head } = await client.call('GET libraries/:library_id/', {
      library_id: this.libraryId,
    });
    if (head === this.#lastHead) return;
    const files = await this.#tree.filesAt(client, head);
    this.#lastHead = head;
    this.#commits.add(head);
    for (const { path, id } of files) {
      if (!this.#written.has(id) || this.#owed.has(id)) continue;
      this.#owed.set(id, { path, commitId: head });
      this.#fresh.push(id);
    }
  }

  /** What is missing of the contents that became owed since the last call: all looked for, `samples` downloaded. */
  async missingOfFresh(client: LocalClient, samples: number): Promise<string[]> {
    const fresh = this.#fresh;
    const missing: string[] = [];
    const commits = new Map<string, Set<string>>();
    // Read anew, and folders that commits have in common once.
    const tree = new LibraryTree(this.libraryId);
    for (const id of fresh) {
      const { path, commitId } = this.#owedAs(id);
      const files = commits.get(commitId) ?? (await idsAt(tree, client, commitId));
      commits.set(commitId, files);
      if (!files.has(id)) missing.push(`${path} is not in commit ${commitId}`);
    }
    for (const id of fresh.slice(-samples)) missing.push(...(await this.#wrongDownload(client, id)));
    this.#fresh = [];
    return missing;
  }

  /** What is missing of all that is owed: commits looked for in history, `samples` contents downloaded. */
  async missing(client: LocalClient, random: SeededNumbers, samples: number): Promise<string[]> {
    const history = new Set((await wholeHistory(client, this.libraryId)).map(({ id }) => id));
    const missing = [...this.#commits].filter((id) => !history.has(id)).map((id) => `no commit ${id}`);
    const ids = [...this.#owed.keys()];
    for (let drawn = 0; drawn < Math.min(samples, ids.length); drawn += 1)
      missing.push(...(await this.#wrongDownload(client, random.pick(ids))));
    return missing;
  }

  async #wrongDownload(client: LocalClient, id: string): Promise<string[]> {
    const owed = this.#owedAs(id);
    const got = await download(client, this.libraryId, owed);
    const isSame = typeof got !== 'number' && this.#written.get(id)?.equals(got) === true;
    const words = typeof got === 'number' ? `status ${got}` : `${got.length} other bytes`;
    return isSame ? [] : [`${owed.path} of commit ${owed.commitId}: ${words}`];
  }

  #owedAs(id: string): Owed {
    const owed = this.#owed.get(id);
    if (owed === undefined) throw new Error(`nothing is known of ${id}`);
    return owed;
  }
}

async function idsAt(tree: LibraryTree, client: LocalClient, commitId: string): Promise<Set<string>> {
  const files = await tree.filesAt(client, commitId);
  return new Set(files.map(({ id }) => id));
}
