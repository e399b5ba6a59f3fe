import type {
  ExistingItemsJson,
  MadeCommitJson,
  MeasuredItemsJson,
  UndoneItemsJson,
} from '../../src-shared/items-api.ts';
import type { Call } from './call.ts';

// A call takes 10,000 names, and a body of 1 MiB.
const NAMES_AT_ONCE = 10_000;
const CHARACTERS_AT_ONCE = 200_000;

/** Names or paths in chunks that fit into one call each, in order. A character is at most three bytes in a body. */
export function nameBatches(names: readonly string[]): string[][] {
  const batches: string[][] = [];
  let batch: string[] = [];
  let characters = 0;
  for (const name of names) {
    const isFull = batch.length === NAMES_AT_ONCE || characters + name.length > CHARACTERS_AT_ONCE;
    if (batch.length === 0 || isFull) {
      batch = [];
      characters = 0;
      batches.push(batch);
    }
    batch.push(name);
    characters += name.length;
  }
  return batches;
}

interface MeasuredFolder {
  readonly libraryId: string;
  readonly path: string;
  /** Null: now. */
  readonly commitId: string | null;
}

/** Where more than one call is needed. */
export function createItemsApi(call: Call) {
  return {
    async existing(libraryId: string, paths: readonly string[]): Promise<ExistingItemsJson['items']> {
      const found: ExistingItemsJson['items'] = [];
      for (const batch of nameBatches(paths)) {
        const wanted = { library_id: libraryId, paths: batch };
        found.push(...(await call('POST libraries/:library_id/items/existing/', wanted)).items);
      }
      return found;
    },

    /** The size of items of a folder, with everything in them, now or at a commit. */
    async measure(
      { libraryId, path, commitId }: MeasuredFolder,
      names: readonly string[],
    ): Promise<MeasuredItemsJson['items']> {
      const found: MeasuredItemsJson['items'] = [];
      for (const batch of nameBatches(names)) {
        const wanted = { library_id: libraryId, folder: path, names: batch, commit_id: commitId };
        found.push(...(await call('POST libraries/:library_id/items/measure/', wanted)).items);
      }
      return found;
    },

    /** @param commits oldest first */
    async undo(commits: readonly MadeCommitJson[]): Promise<UndoneItemsJson> {
      const all: UndoneItemsJson = { commits: [], left_alone: 0, left: [] };
      for (const { library_id, commit_id } of commits.toReversed()) {
        const wanted = { library_id, commit_ids: [commit_id] };
        const undone = await call('POST libraries/:library_id/items/undo/', wanted);
        all.commits.push(...undone.commits);
        all.left_alone += undone.left_alone;
        all.left.push(...undone.left);
      }
      return all;
    },
  };
}
