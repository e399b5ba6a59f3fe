import type { FastifyInstance } from 'fastify';
import { parsePath } from '../../core/library/path.ts';
import { MOST_ITEMS_AT_ONCE } from '../../core/limits.ts';
import type { MadeCommit } from '../../usecases/files/copy-tasks.ts';
import { parseCommitId } from '../declared-fields.ts';
import { leftAloneRows } from '../present/history-browsing.ts';
import {
  changedItem,
  entriesPage,
  existingItem,
  localEntries,
  madeCommit,
  madeIn,
  measuredItem,
  parseEntriesRequest,
  parseSeveral,
  parseTransfer,
  requiredList,
  transferProgress,
} from '../present/local-items.ts';
import { downloadUrl, uploadUrl } from '../present/values.ts';
import { bodyOf, callerOf, libraryIdOf, param, queryOf, untilGone } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import { INERT_HEADERS } from '../security-headers.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

const MOST_COMMITS = 1_000;

/** What is in a folder. */
export function entryRoutes(
  app: FastifyInstance,
  {
    libraries: { libraries },
    files: { files, itemEdits, libraryItems },
    accounts: { modifiers },
  }: HttpServices,
): void {
  localRoute(app, 'GET libraries/:library_id/entries/', async (request) => {
    const caller = callerOf(request);
    const wanted = parseEntriesRequest(queryOf(request));
    // Naming the head keeps the pages of a listing together while the library changes.
    const commitId = wanted.commitId ?? libraries.find(caller, libraryIdOf(request)).library.headId;
    const listing = await files.list(caller, libraryIdOf(request), wanted.path, commitId);
    return entriesPage(
      listing.dirents,
      { ...wanted, commitId },
      localEntries(modifiers.in(libraryIdOf(request))),
    );
  });

  localRoute(app, 'DELETE libraries/:library_id/entries/', async (request) => {
    const path = parsePath(queryOf(request).required('path'));
    const { commitId, previousId } = await files.remove(callerOf(request), libraryIdOf(request), path);
    return { commit_id: commitId, previous_commit_id: previousId };
  });

  localRoute(app, 'POST libraries/:library_id/items/measure/', async (request, reply) => {
    const body = bodyOf(request);
    const what = { ...parseSeveral(body), commitId: body.optionalCommitId('commit_id') };
    const id = libraryIdOf(request);
    const found = await libraryItems.measureSeveral(callerOf(request), id, what, untilGone(reply));
    const modifierOf = modifiers.in(id);
    return { items: found.map((item) => measuredItem(item, modifierOf)) };
  });

  localRoute(app, 'POST libraries/:library_id/items/existing/', async (request) => {
    const paths = requiredList(bodyOf(request), 'paths', MOST_ITEMS_AT_ONCE).map((path) => parsePath(path));
    const found = await itemEdits.existing(callerOf(request), libraryIdOf(request), paths);
    return { items: found.map(existingItem) };
  });
}

/** What a file manager does with items. */
export function itemRoutes(
  app: FastifyInstance,
  { files: { itemEdits, libraryItems }, restores: { restores } }: HttpServices,
): void {
  localRoute(app, 'POST libraries/:library_id/items/new-folder/', async (request) => {
    const path = parsePath(bodyOf(request).required('path'));
    const libraryId = libraryIdOf(request);
    return changedItem(libraryId, await itemEdits.makeFolder(callerOf(request), libraryId, path));
  });

  localRoute(app, 'POST libraries/:library_id/items/rename/', async (request) => {
    const body = bodyOf(request);
    const place = { libraryId: libraryIdOf(request), path: parsePath(body.required('path')) };
    const renamed = await itemEdits.rename(callerOf(request), place, body.required('name'));
    return changedItem(place.libraryId, renamed);
  });

  localRoute(app, 'POST libraries/:library_id/items/delete/', async (request) => {
    const libraryId = libraryIdOf(request);
    const what = parseSeveral(bodyOf(request));
    const made = await libraryItems.removeSeveral(callerOf(request), libraryId, what);
    return { path: what.folder, commits: madeIn(libraryId, made.changed ? made.commitId : null) };
  });

  localRoute(app, 'POST libraries/:library_id/items/undo/', async (request) => {
    const texts = requiredList(bodyOf(request), 'commit_ids', MOST_COMMITS);
    const commitIds = texts.map((text) => parseCommitId(text, 'commit_ids'));
    const libraryId = libraryIdOf(request);
    const undone = await restores.undoSeveral(callerOf(request), libraryId, commitIds);
    return {
      commits: madeIn(libraryId, ...undone.commitIds),
      left_alone: undone.leftAlone.length,
      left: leftAloneRows(undone.leftAlone),
    };
  });
}

/** Addresses for contents, and the password that encrypted ones need. */
export function contentRoutes(
  app: FastifyInstance,
  { files: { files, thumbnails, zips }, links: { uploadLinks } }: HttpServices,
): void {
  localRoute(app, 'POST libraries/:library_id/download-link/', async (request) => {
    const path = parsePath(bodyOf(request).required('path'));
    const commitId = bodyOf(request).optionalCommitId('commit_id');
    const link = await files.link(callerOf(request), libraryIdOf(request), path, commitId);
    return { url: downloadUrl(originOf(request), link) };
  });

  localRoute(app, 'GET libraries/:library_id/thumbnail/', async (request, reply) => {
    const query = queryOf(request);
    const place = { libraryId: libraryIdOf(request), path: parsePath(query.required('path')) };
    const commitId = query.optionalCommitId('commit');
    const wanted = { size: query.count('size'), signal: untilGone(reply) };
    const picture = await thumbnails.find(callerOf(request), place, wanted, commitId);
    return reply.headers(INERT_HEADERS).type('image/png').send(Buffer.from(picture));
  });

  localRoute(app, 'POST libraries/:library_id/upload-link/', async (request) => {
    const path = parsePath(bodyOf(request).required('path'));
    const token = await uploadLinks.issueUploadLink(callerOf(request), libraryIdOf(request), path);
    return { url: uploadUrl(originOf(request), 'upload', { token, isForPage: true }) };
  });

  localRoute(app, 'POST libraries/:library_id/zip-link/', async (request) => {
    const body = bodyOf(request);
    const token = await zips.prepareForReader(callerOf(request), {
      libraryId: libraryIdOf(request),
      parentDir: parsePath(body.required('folder')),
      names: requiredList(body, 'names', MOST_ITEMS_AT_ONCE),
    });
    return { url: `${originOf(request)}/seafhttp/zip/${token}` };
  });

  localRoute(app, 'POST libraries/:library_id/export-link/', async (request) => {
    const commitId = bodyOf(request).optionalCommitId('commit');
    const wanted = { libraryId: libraryIdOf(request), parentDir: '/', names: [''], commitId };
    const token = await zips.prepareForReader(callerOf(request), wanted);
    return { url: `${originOf(request)}/seafhttp/zip/${token}` };
  });
}

/** Copying and moving items, which may take a while. */
export function transferRoutes(app: FastifyInstance, { files: { copyTasks } }: HttpServices): void {
  localRoute(app, 'POST libraries/:library_id/items/transfer/', async (request) => {
    const commits: MadeCommit[] = [];
    const wanted = parseTransfer(bodyOf(request), libraryIdOf(request));
    const taskId = await copyTasks.start(callerOf(request), wanted, commits);
    return { task_id: taskId, commits: commits.map(madeCommit) };
  });

  localRoute(app, 'GET transfers/:task_id/', async (request) =>
    transferProgress(copyTasks.progress(callerOf(request), param(request, 'task_id'))),
  );

  localRoute(app, 'DELETE transfers/:task_id/', async (request) => {
    copyTasks.cancel(callerOf(request), param(request, 'task_id'));
    return { success: true };
  });
}
