import type { CommitJson, HistoryPageJson } from '../../../src-shared/contents-api.ts';
import type { FolderHeldJson, LinkedFolderJson } from '../../../src-shared/folders-api.ts';
import type { Api } from '../../api/api.ts';
import type { DoneCommit } from '../../ui/undo.svelte.ts';

/** As long as the user may still have the action in mind. */
const LONGEST_MS = 120_000;
/** For when no event arrives, for example while the stream is lost. */
const ASK_AGAIN_MS = 2_000;
/** Pages of history, 100 commits each. */
const MOST_PAGES = 10;

/**
 * The commits that bring held changes of a folder into its library, oldest first, once all of them are made. Null: that took
 * too long, or they could not be identified. Never rejects.
 * @param headId the head of the library before they were accepted
 */
export async function acceptedCommits(
  api: Api,
  folder: LinkedFolderJson,
  held: FolderHeldJson,
  headId: string,
): Promise<readonly DoneCommit[] | null> {
  const news = newsOf(api, folder.id);
  try {
    const endsAt = Date.now() + LONGEST_MS;
    let commits: readonly DoneCommit[] | null = [];
    while (commits?.length === 0 && Date.now() < endsAt) {
      const said = news.next();
      const isOver = await isAtRest(api, folder.id);
      commits = isOver ? await commitsSince(api, folder.library_id, held, headId) : [];
      if (commits?.length === 0) await said;
    }
    return commits?.length === 0 ? null : commits;
  } catch {
    return null;
  } finally {
    news.stop();
  }
}

/** Resolves on news of the folder, or after a while. */
function newsOf({ events }: Api, folderId: string) {
  let wake = (): void => undefined;
  const stop = events.on((event) => {
    if (event.type === 'folder' && event.folder.id === folderId) wake();
  });
  const next = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ASK_AGAIN_MS);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  return { next, stop };
}

async function isAtRest(api: Api, folderId: string): Promise<boolean> {
  const { folders } = await api.call('GET folders/');
  const now = folders.find(({ id }) => id === folderId);
  if (now === undefined) throw new Error('the folder is not linked any more');
  return now.state !== 'scanning' && now.state !== 'syncing';
}

/** The commits since then that this folder made: others may have changed the library at the same time. */
async function commitsSince(
  api: Api,
  libraryId: string,
  held: FolderHeldJson,
  headId: string,
): Promise<readonly DoneCommit[] | null> {
  const since = await historySince(api, libraryId, headId);
  if (since === null) return null;
  const paths = new Set(held.paths.map((path) => `/${path}`));
  for (const { id, device, author } of since) {
    const { changes } = await api.call('GET libraries/:library_id/commits/:commit_id/', {
      library_id: libraryId,
      commit_id: id,
    });
    if (!changes.some(({ path }) => paths.has(path))) continue;
    return since
      .filter((commit) => commit.device === device && commit.author === author && takesAway(commit, held))
      .map((commit) => ({ library_id: libraryId, commit_id: commit.id }));
  }
  return [];
}

function takesAway({ removed, renamed, modified }: CommitJson, { kind }: FolderHeldJson): boolean {
  return removed + renamed + (kind === 'rewrites' ? modified : 0) > 0;
}

/** Oldest first; null when the earlier head is not found. */
async function historySince(api: Api, libraryId: string, headId: string) {
  let cursor: string | null = null;
  const found: HistoryPageJson['commits'] = [];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { commits, cursor: next }: HistoryPageJson = await api.call('GET libraries/:library_id/history/', {
      library_id: libraryId,
      cursor,
    });
    for (const commit of commits) {
      if (commit.id === headId) return found.reverse();
      found.push(commit);
    }
    if (next === null) return null;
    cursor = next;
  }
  return null;
}
