import type { FastifyInstance, FastifyRequest } from 'fastify';
import { integerOf, parseCommitId, parsePage, parseStrictPage } from '../declared-fields.ts';
import { type ErrorOverrides, FOLDERS_WITH_SLASH } from '../error-wording.ts';
import { commitDetail, fileVersion, historyEntry } from '../present/commits.ts';
import { optionalPath, requiredPath } from '../present/item-requests.ts';
import {
  commitFolderRow,
  numberedTrashItem,
  parseReverted,
  parseReverts,
  parseTrashRequest,
  revertOutcomes,
  trashItem,
} from '../present/trash.ts';
import {
  bodyOf,
  COMMIT,
  callerOf,
  commitIdOf,
  fieldsOf,
  LIBRARY,
  libraryIdOf,
  queryOf,
} from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';

/** This listing has no pages on the wire. Whole folders count once, so it stays short for bulk changes. */
const ALL = Number.MAX_SAFE_INTEGER;

const REVERT_ERRORS: ErrorOverrides = {
  'library-locked': { status: 403, text: 'This library has not been decrypted.' },
};

const TRASH = `/repos/${LIBRARY}/trash/`;

/** What happened in a library, what it held at a commit, and going back there. */
export function historyRoutes(
  app: FastifyInstance,
  { history: { history }, libraries: { libraries }, restores: { versions, restores } }: HttpServices,
): void {
  app.get(`/repos/${LIBRARY}/history/`, async (request) => {
    const caller = callerOf(request);
    // Whether the caller may at all is answered before what is wrong with the page.
    const { library } = libraries.find(caller, libraryIdOf(request));
    const { commits, more } = await history.page(caller, library.id, parseStrictPage(queryOf(request)));
    return { data: commits.map(historyEntry), more };
  });

  app.get(`/repos/${LIBRARY}/commits/${COMMIT}/`, async (request) => {
    const subject = [callerOf(request), libraryIdOf(request), commitIdOf(request)] as const;
    const commit = history.find(...subject);
    return commitDetail(commit, await history.changes(...subject, { after: -1, limit: ALL }));
  });

  app.get(
    `/repos/${LIBRARY}/commits/${COMMIT}/dir/`,
    { config: { errors: FOLDERS_WITH_SLASH } },
    async (request) => {
      const path = optionalPath(queryOf(request), 'path') ?? '/';
      const subject = [callerOf(request), libraryIdOf(request), commitIdOf(request)] as const;
      const listing = await versions.listAt(...subject, path);
      return { dirent_list: listing.dirents.map((dirent) => commitFolderRow(dirent, path)) };
    },
  );

  app.post(
    `/repos/${LIBRARY}/commits/${COMMIT}/revert/`,
    { config: { errors: REVERT_ERRORS } },
    async (request) => {
      await restores.revertAll(callerOf(request), libraryIdOf(request), commitIdOf(request));
      return { success: true };
    },
  );
}

/** The versions of a file, under the names it had. */
export function versionRoutes(
  app: FastifyInstance,
  { restores: { versions }, access: { people } }: HttpServices,
): void {
  app.get(`/repos/${LIBRARY}/file/history/`, async (request) => {
    const query = queryOf(request);
    const place = { libraryId: libraryIdOf(request), path: requiredPath(query, 'path') };
    const wanted = { from: query.optionalCommitId('commit_id'), limit: query.count('limit') };
    const found = await versions.since(callerOf(request), place, wanted);
    const rows = found.versions.map((version) => fileVersion(version, people, originOf(request)));
    return { data: rows, next_start_commit: found.next ?? false };
  });

  app.get(`/repos/${LIBRARY}/file/new_history/`, async (request) => {
    const query = queryOf(request);
    const place = { libraryId: libraryIdOf(request), path: requiredPath(query, 'path') };
    const { page, perPage } = parsePage(query);
    const wanted = { skip: (page - 1) * perPage, limit: perPage };
    const found = await versions.ofFile(callerOf(request), place, wanted);
    const rows = found.versions.map((version) => fileVersion(version, people, originOf(request)));
    return { data: rows, page, total_count: found.total };
  });
}

/** What was deleted in a library, and bringing it back. */
export function trashRoutes(
  app: FastifyInstance,
  { libraries: { libraries }, restores: { restores }, trash: { trash } }: HttpServices,
): void {
  const list = async (request: FastifyRequest) => {
    // Whether the caller may at all is answered before what is wrong with the request.
    const { library } = libraries.find(callerOf(request), libraryIdOf(request));
    const wanted = parseTrashRequest(fieldsOf(request));
    const { items, cursor } = await trash.page(callerOf(request), library.id, wanted);
    return { data: items.map(trashItem), more: cursor !== null, scan_stat: cursor };
  };

  app.get(TRASH, list);

  // Newer clients put the same fields into a body.
  app.post(TRASH, list);

  // The newest clients count pages.
  app.get(`/repos/${LIBRARY}/trash2/`, async (request) => {
    const page = parsePage(queryOf(request));
    const { items, total } = trash.numberedPage(callerOf(request), libraryIdOf(request), page);
    return { items: items.map(numberedTrashItem), total_count: total, can_search: false };
  });

  app.delete(TRASH, async (request) => {
    // Without a number the items go and the history stays.
    const keepDays = integerOf(fieldsOf(request).optional('keep_days'));
    await trash.clean(callerOf(request), libraryIdOf(request), keepDays === null ? {} : { keepDays });
    return { success: true };
  });

  app.post(`/repos/${LIBRARY}/trash/revert-dirents/`, async (request) => {
    const paths = parseReverted(fieldsOf(request), 'path');
    const commitId = parseCommitId(fieldsOf(request).text('commit_id'), 'commit_id');
    const subject = [callerOf(request), libraryIdOf(request)] as const;
    return revertOutcomes(await restores.revertSeveral(...subject, { paths, commitId }));
  });

  app.post(`/repos/${LIBRARY}/trash2/revert/`, async (request) => {
    const wanted = parseReverts(bodyOf(request));
    const outcomes = await restores.revertFromCommits(callerOf(request), libraryIdOf(request), wanted);
    return revertOutcomes(outcomes);
  });
}
