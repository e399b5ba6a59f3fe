import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { ancestorsOf } from '../../core/library/path.ts';
import type { LibraryView } from '../../usecases/access/library-access.ts';
import { parseCommitId } from '../declared-fields.ts';
import { type ErrorOverrides, FOLDERS_WITH_SLASH, worded } from '../error-wording.ts';
import {
  changeFor,
  DIR_QUERY_ERRORS,
  type DirQuery,
  parseDirQuery,
  requiredItemPath,
  requiredPath,
} from '../present/item-requests.ts';
import { folderDetail, folderResult, v21ItemRows } from '../present/items.ts';
import { callerOf, fieldsOf, LIBRARY, libraryIdOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { type ShownFolder, sendFolders, sendTree } from './folder-listing.ts';

type Change = (request: FastifyRequest, path: string) => Promise<unknown>;

const PATH = `/repos/${LIBRARY}/dir/`;

const LIST_ERRORS: ErrorOverrides = { ...FOLDERS_WITH_SLASH, ...DIR_QUERY_ERRORS };

const ROOT_TEXT = 'Can not operate root dir.';

const CHANGE_ERRORS: ErrorOverrides = {
  ...FOLDERS_WITH_SLASH,
  'argument-invalid': worded(({ field, reason }) =>
    reason === 'unknown'
      ? "operation can only be 'mkdir', 'rename' or 'revert'."
      : `${field ?? 'argument'} invalid.`,
  ),
  'path-invalid': worded(({ reason, field = 'p' }) => (reason === 'root' ? ROOT_TEXT : `${field} invalid.`)),
};

const DELETE_ERRORS: ErrorOverrides = {
  ...FOLDERS_WITH_SLASH,
  'path-invalid': worded(({ reason, field = 'p' }) =>
    reason === 'root' ? 'Can not delete root path.' : `${field} invalid.`,
  ),
};

/** Folders, as rclone and the web clients use them. */
export function dirRoutes(app: FastifyInstance, services: HttpServices): void {
  const {
    files: { libraryItems },
    restores: { restores },
  } = services;

  app.get(PATH, { config: { errors: LIST_ERRORS } }, async (request, reply) => {
    const query = parseDirQuery(queryOf(request));
    const withThumbnails = queryOf(request).boolean('with_thumbnail');
    if (withThumbnails && queryOf(request).has('thumbnail_size'))
      queryOf(request).requiredInteger('thumbnail_size');
    const withParents = queryOf(request).boolean('with_parents');
    if (query.isRecursive) return listTree(request, reply, query);
    return list(request, reply, { ...query, above: withParents ? ancestorsOf(query.path) : [] });
  });

  app.get(`${PATH}detail/`, { config: { errors: DELETE_ERRORS } }, async (request) => {
    const path = requiredPath(queryOf(request), 'path');
    if (path === '/') throw new DomainError('path-invalid', { field: 'path', value: path });
    const place = { libraryId: libraryIdOf(request), path, kind: 'dir' } as const;
    return folderDetail(await libraryItems.find(callerOf(request), place), path);
  });

  app.post(PATH, { config: { errors: CHANGE_ERRORS } }, async (request) => {
    const path = requiredItemPath(fieldsOf(request));
    const operation = fieldsOf(request).required('operation').toLowerCase();
    return changeFor<Change>(operation, { mkdir, rename, revert })(request, path);
  });

  app.delete(PATH, { config: { errors: DELETE_ERRORS } }, async (request) => {
    const path = requiredItemPath(fieldsOf(request));
    const place = { libraryId: libraryIdOf(request), path, kind: 'dir' } as const;
    const { previousId } = await libraryItems.remove(callerOf(request), place);
    return { success: true, commit_id: previousId };
  });

  async function mkdir(request: FastifyRequest, path: string) {
    const libraryId = libraryIdOf(request);
    return result(request, await libraryItems.makeFolder(callerOf(request), libraryId, path));
  }

  async function rename(request: FastifyRequest, path: string) {
    const newName = fieldsOf(request).optional('newname');
    if (newName === undefined) throw new DomainError('argument-missing', { field: 'newname' });
    const place = { libraryId: libraryIdOf(request), path, kind: 'dir' } as const;
    return result(request, await libraryItems.rename(callerOf(request), place, newName));
  }

  async function revert(request: FastifyRequest, path: string) {
    const place = { libraryId: libraryIdOf(request), path, kind: 'dir' } as const;
    const commitId = parseCommitId(fieldsOf(request).text('commit_id'), 'commit_id');
    await restores.revert(callerOf(request), place, commitId);
    return { success: true };
  }

  async function list(
    request: FastifyRequest,
    reply: FastifyReply,
    { path, shows, above }: DirQuery & { readonly above: readonly string[] },
  ) {
    const subject = [callerOf(request), libraryIdOf(request)] as const;
    const { view, listing } = await libraryItems.list(...subject, path);
    const folders: ShownFolder[] = [];
    for (const folder of above) {
      const parent = await libraryItems.list(...subject, folder);
      folders.push({ path: folder, dirents: parent.listing.dirents.filter(shows) });
    }
    folders.push({ path, dirents: listing.dirents.filter(shows) });
    const about = { user_perm: view.permission, dir_id: listing.id };
    return sendFolders(reply, folders, about, rowsFor(request, view));
  }

  async function listTree(request: FastifyRequest, reply: FastifyReply, query: DirQuery) {
    const { view, below } = await libraryItems.tree(callerOf(request), libraryIdOf(request), query.path);
    return sendTree(reply, query, below, rowsFor(request, view));
  }

  function rowsFor(request: FastifyRequest, { permission, library }: LibraryView) {
    const starred = services.files.stars.pathsIn(callerOf(request), library.id);
    return v21ItemRows({ permission, modifierOf: services.accounts.modifiers.in(library.id), starred });
  }

  async function result(request: FastifyRequest, path: string) {
    const libraryId = libraryIdOf(request);
    const { item } = await libraryItems.find(callerOf(request), { libraryId, path, kind: 'dir' });
    return folderResult(libraryId, path, item);
  }
}
