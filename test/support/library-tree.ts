import type { LocalClient } from '../../src-main/headless/local-client.ts';
import type { CommitJson, EntryJson, HistoryPageJson } from '../../src-shared/contents-api.ts';

/** A file of a library as its listings tell. */
export interface SeenFile {
  /** Absolute inside the library. */
  readonly path: string;
  readonly id: string;
}

/** Reads the tree of one library through the API. Folders that were listed once are not asked for again. */
export class LibraryTree {
  readonly #libraryId: string;
  readonly #listings = new Map<string, readonly EntryJson[]>();

  constructor(libraryId: string) {
    this.#libraryId = libraryId;
  }

  /** Every file at a commit. */
  async filesAt(client: LocalClient, commitId: string): Promise<SeenFile[]> {
    const found: SeenFile[] = [];
    const walk = async (path: string, id: string | null): Promise<void> => {
      for (const entry of await this.#entries(client, { path, id, commitId })) {
        const below = `${path === '/' ? '' : path}/${entry.name}`;
        if (entry.kind === 'dir') await walk(below, entry.id);
        else found.push({ path: below, id: entry.id });
      }
    };
    await walk('/', null);
    return found;
  }

  async #entries(
    client: LocalClient,
    { path, id, commitId }: { path: string; id: string | null; commitId: string },
  ): Promise<readonly EntryJson[]> {
    const known = id === null ? undefined : this.#listings.get(id);
    if (known !== undefined) return known;
    const wanted = { library_id: this.#libraryId, path, commit: commitId };
    const { entries } = await client.call('GET libraries/:library_id/entries/', wanted);
    if (id !== null) this.#listings.set(id, entries);
    return entries;
  }
}

/** Every commit of a library, newest first. */
export async function wholeHistory(client: LocalClient, libraryId: string): Promise<CommitJson[]> {
  const commits: CommitJson[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const wanted = { library_id: libraryId, cursor };
    const page: HistoryPageJson = await client.call('GET libraries/:library_id/history/', wanted);
    commits.push(...page.commits);
    cursor = page.cursor;
  }
  return commits;
}

/** What a download of a file, as it was at a commit, gives: bytes, or the status of the refusal. */
export async function download(
  client: LocalClient,
  libraryId: string,
  file: { readonly path: string; readonly commitId: string },
): Promise<Buffer | number> {
  const wanted = { library_id: libraryId, path: file.path, commit_id: file.commitId };
  const { url } = await client.call('POST libraries/:library_id/download-link/', wanted);
  const answer = await fetch(url);
  return answer.ok ? Buffer.from(await answer.arrayBuffer()) : answer.status;
}
