import type { FastifyInstance } from 'fastify';
import { parsePath } from '../../core/library/path.ts';
import { MOST_ITEMS_AT_ONCE } from '../../core/limits.ts';
import type { MadeCommit } from '../../usecases/files/copy-tasks.ts';
import { leftAloneRows } from '../present/history-browsing.ts';
import { changedItem, madeCommit, madeIn, requiredList, transferProgress } from '../present/item-changes.ts';
import { parseCommitId, parseLibraryId, required } from '../present/parse-fields.ts';
import { bodyOf, callerOf, libraryIdOf, param } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

const MOST_COMMITS = 1_000;

/** What a file manager does with items. */
export function itemRoutes(app: FastifyInstance, services: HttpServices): void {
  const { itemEdits, libraryItems, restores } = services;
  transferRoutes(app, services);

  localRoute(app, 'POST libraries/:library_id/items/new-folder/', async (request) => {
    const path = parsePath(required(bodyOf(request), 'path'));
    const libraryId = libraryIdOf(request);
    return changedItem(libraryId, await itemEdits.makeFolder(callerOf(request), libraryId, path));
  });

  localRoute(app, 'POST libraries/:library_id/items/rename/', async (request) => {
    const body = bodyOf(request);
    const place = { libraryId: libraryIdOf(request), path: parsePath(required(body, 'path')) };
    const renamed = await itemEdits.rename(callerOf(request), place, required(body, 'name'));
    return changedItem(place.libraryId, renamed);
  });

  localRoute(app, 'POST libraries/:library_id/items/delete/', async (request) => {
    const body = bodyOf(request);
    const libraryId = libraryIdOf(request);
    const folder = parsePath(required(body, 'folder'));
    const names = requiredList(body, 'names', MOST_ITEMS_AT_ONCE);
    const made = await libraryItems.removeSeveral(callerOf(request), libraryId, { folder, names });
    return { path: folder, commits: madeIn(libraryId, made.changed ? made.commitId : null) };
  });

  localRoute(app, 'POST libraries/:library_id/items/measure/', async (request) => {
    const body = bodyOf(request);
    const what = {
      folder: parsePath(required(body, 'folder')),
      names: requiredList(body, 'names', MOST_ITEMS_AT_ONCE),
    };
    const found = await libraryItems.measureSeveral(callerOf(request), libraryIdOf(request), what);
    return {
      items: found.map(({ item: { name, kind }, fileCount, sizeBytes }) => {
        return { name, is_dir: kind === 'dir', files: fileCount, bytes: sizeBytes };
      }),
    };
  });

  localRoute(app, 'POST libraries/:library_id/items/existing/', async (request) => {
    const paths = requiredList(bodyOf(request), 'paths', MOST_ITEMS_AT_ONCE).map((path) => parsePath(path));
    const found = await itemEdits.existing(callerOf(request), libraryIdOf(request), paths);
    return {
      items: found.map(({ path, item }) => {
        const size = item.kind === 'file' ? item.sizeBytes : 0;
        return { path, kind: item.kind, size, mtime: item.mtimeSeconds };
      }),
    };
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

function transferRoutes(app: FastifyInstance, { copyTasks }: HttpServices): void {
  localRoute(app, 'POST libraries/:library_id/items/transfer/', async (request) => {
    const body = bodyOf(request);
    const commits: MadeCommit[] = [];
    const wanted = {
      mode: required(body, 'mode'),
      from: {
        libraryId: libraryIdOf(request),
        folder: parsePath(required(body, 'folder')),
        names: requiredList(body, 'names', MOST_ITEMS_AT_ONCE),
      },
      to: {
        libraryId: parseLibraryId(required(body, 'to_library_id'), 'to_library_id'),
        folder: parsePath(required(body, 'to_folder')),
        replaces: new Set(body.list('replace')),
      },
    } as const;
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
