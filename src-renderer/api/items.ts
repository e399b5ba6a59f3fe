import type {
  ChangedItemsJson,
  ExistingItemsJson,
  ItemsLinkJson,
  LockJson,
  MadeCommitJson,
  MeasuredItemsJson,
  TransferItemsJson,
  TransferProgressJson,
  TransferStartedJson,
  UndoneItemsJson as UndoneJson,
} from '../../src-shared/items-api.ts';
import type { ExportRequestJson } from '../../src-shared/libraries-api.ts';
import type { JobJson } from '../../src-shared/upkeep-api.ts';
import type { HttpClient } from './http-client.ts';
import { nameBatches } from './name-batches.ts';

export function createItemsApi(http: HttpClient) {
  const at = (libraryId: string, verb: string) => `libraries/${libraryId}/items/${verb}/`;
  const change = (libraryId: string, verb: string, body: object) =>
    http.request<ChangedItemsJson>('POST', at(libraryId, verb), { body });

  async function existing(libraryId: string, paths: readonly string[]): Promise<ExistingItemsJson['items']> {
    const found: ExistingItemsJson['items'] = [];
    for (const batch of nameBatches(paths)) {
      const body = { paths: batch };
      const { items } = await http.request<ExistingItemsJson>('POST', at(libraryId, 'existing'), { body });
      found.push(...items);
    }
    return found;
  }

  /** How much items of a folder are, with all that is in them. */
  async function measure(
    libraryId: string,
    folder: string,
    names: readonly string[],
  ): Promise<MeasuredItemsJson['items']> {
    const found: MeasuredItemsJson['items'] = [];
    for (const batch of nameBatches(names)) {
      const body = { folder, names: batch };
      const { items } = await http.request<MeasuredItemsJson>('POST', at(libraryId, 'measure'), { body });
      found.push(...items);
    }
    return found;
  }

  /** @param commits oldest first */
  async function undo(commits: readonly MadeCommitJson[]): Promise<UndoneJson> {
    const all: UndoneJson = { commits: [], left_alone: 0, left: [] };
    for (const { library_id, commit_id } of commits.toReversed()) {
      const body = { commit_ids: [commit_id] };
      const undone = await http.request<UndoneJson>('POST', at(library_id, 'undo'), { body });
      all.commits.push(...undone.commits);
      all.left_alone += undone.left_alone;
      all.left.push(...undone.left);
    }
    return all;
  }

  return {
    existing,
    measure,
    undo,
    newFolder: (libraryId: string, path: string) => change(libraryId, 'new-folder', { path }),
    rename: (libraryId: string, path: string, name: string) => change(libraryId, 'rename', { path, name }),
    /** @param names as many as one call takes */
    remove: (libraryId: string, folder: string, names: readonly string[]) =>
      change(libraryId, 'delete', { folder, names }),
    transfer: (libraryId: string, request: TransferItemsJson) =>
      http.request<TransferStartedJson>('POST', at(libraryId, 'transfer'), { body: request }),
    transferProgress: (taskId: string) => http.request<TransferProgressJson>('GET', `transfers/${taskId}/`),
    endTransfer: (taskId: string) => http.request<{ success: true }>('DELETE', `transfers/${taskId}/`),
    uploadLink: (libraryId: string, path: string) =>
      http.request<ItemsLinkJson>('POST', `libraries/${libraryId}/upload-link/`, { body: { path } }),
    zipLink: (libraryId: string, folder: string, names: readonly string[]) =>
      http.request<ItemsLinkJson>('POST', `libraries/${libraryId}/zip-link/`, { body: { folder, names } }),
    /** @param commitId as it was then; null: as it is now. */
    exportLink: (libraryId: string, commitId: string | null) =>
      http.request<ItemsLinkJson>('POST', `libraries/${libraryId}/export-link/`, {
        body: commitId === null ? {} : { commit: commitId },
      }),
    /** Begins to write every version into a folder of the server's computer. */
    exportHistory: (libraryId: string, to: string) =>
      http.request<JobJson>('POST', `libraries/${libraryId}/export/`, {
        body: { to, with_history: true } satisfies ExportRequestJson,
      }),
    lock: (libraryId: string) => http.request<LockJson>('GET', `libraries/${libraryId}/unlock/`),
    unlock: (libraryId: string, password: string) =>
      http.request<LockJson>('POST', `libraries/${libraryId}/unlock/`, { body: { password } }),
  };
}
