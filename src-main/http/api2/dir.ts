import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { parentOf } from '../../core/library/path.ts';
import type { LibraryView } from '../../usecases/access/library-access.ts';
import { type ErrorOverrides, FOLDERS_WITH_SLASH, worded } from '../error-wording.ts';
import { ROWS_AT_ONCE, sendRows } from '../json-answer.ts';
import {
  DIR_QUERY_ERRORS,
  type DirQuery,
  parseDirQuery,
  quotedPath,
  requiredPath,
} from '../present/item-requests.ts';
import { itemRows } from '../present/items.ts';
import { parentInside } from '../present/values.ts';
import { callerOf, fieldsOf, LIBRARY, libraryIdOf, queryOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';

const PATH = `/repos/${LIBRARY}/dir/`;

const LIST_ERRORS: ErrorOverrides = { ...FOLDERS_WITH_SLASH, ...DIR_QUERY_ERRORS };

const MISSING: Readonly<Record<string, string>> = {
  p: 'Path is missing.',
  newname: 'New name is mandatory.',
};

const CHANGE_ERRORS: ErrorOverrides = {
  ...FOLDERS_WITH_SLASH,
  'library-not-found': 'Library not found.',
  'argument-missing': worded(({ field = '' }) => MISSING[field] ?? `${field} invalid.`),
  'argument-invalid': 'Operation not supported.',
  'path-invalid': 'Path is invalid.',
  'name-invalid': 'Folder name invalid.',
};

const DELETE_ERRORS: ErrorOverrides = { ...FOLDERS_WITH_SLASH, 'path-invalid': 'Path is invalid.' };

/** Folders, as the sync client's file browser, rclone and scripts use them. */
export function dirRoutes(app: FastifyInstance, services: HttpServices): void {
  const {
    files: { libraryItems },
    libraries: { libraries },
  } = services;
  const relist = folderRelisting(services);

  app.get(PATH, { config: { errors: LIST_ERRORS } }, async (request, reply) => {
    const query = parseDirQuery(queryOf(request));
    return query.isRecursive ? listTree(request, reply, query) : list(request, reply, query);
  });

  app.post(PATH, { config: { errors: CHANGE_ERRORS } }, async (request, reply) => {
    libraries.find(callerOf(request), libraryIdOf(request));
    const path = requiredPath(fieldsOf(request), 'p');
    if (path === '/') throw new DomainError('path-invalid', { field: 'p', value: path, reason: 'root' });
    const operation = fieldsOf(request).optional('operation')?.toLowerCase();
    if (operation === 'mkdir') return make(request, reply, path);
    if (operation === 'rename') return rename(request, reply, path);
    throw new DomainError('argument-invalid', { field: 'operation' });
  });

  app.delete(PATH, { config: { errors: DELETE_ERRORS } }, async (request) => {
    const path = requiredPath(fieldsOf(request), 'p');
    await libraryItems.remove(callerOf(request), { libraryId: libraryIdOf(request), path, kind: 'dir' });
    return 'success';
  });

  async function list(request: FastifyRequest, reply: FastifyReply, { path, shows }: DirQuery) {
    const { view, listing } = await libraryItems.list(callerOf(request), libraryIdOf(request), path);
    if (isUpToDate(request, reply, { id: listing.id, permission: view.permission })) return 'uptodate';
    const rowOf = rowsFor(request, view, services);
    const shown = listing.dirents.filter(shows);
    if (shown.length <= ROWS_AT_ONCE) return shown.map((dirent) => rowOf(dirent, path));
    const rows = function* () {
      for (const dirent of shown) yield rowOf(dirent, path);
    };
    return sendRows(reply, rows());
  }

  async function listTree(request: FastifyRequest, reply: FastifyReply, { path, shows }: DirQuery) {
    const { view, item, below } = await libraryItems.tree(callerOf(request), libraryIdOf(request), path);
    if (isUpToDate(request, reply, { id: item.id, permission: view.permission })) return 'uptodate';
    const rowOf = rowsFor(request, view, services);
    const rows = async function* () {
      for await (const some of below)
        yield some.flatMap(({ path: inside, dirent }) => {
          const folder = parentInside(path, inside);
          return shows(dirent) ? [{ ...rowOf(dirent, folder), parent_dir: folder }] : [];
        });
    };
    return sendRows(reply, rows());
  }

  async function make(request: FastifyRequest, reply: FastifyReply, path: string) {
    const subject = [callerOf(request), libraryIdOf(request)] as const;
    const withParents = ['true', '1'].includes(
      (fieldsOf(request).text('create_parents') ?? '').toLowerCase(),
    );
    if (withParents) await libraryItems.makeFolders(...subject, path);
    const made = withParents ? path : await libraryItems.makeFolder(...subject, path);
    if (wantsRelisting(request)) return relist(request, reply, parentOf(made));
    const location = `${originOf(request)}/api2/repos/${libraryIdOf(request)}/dir/?p=${quotedPath(made)}`;
    reply.code(201).header('location', location);
    return 'success';
  }

  async function rename(request: FastifyRequest, reply: FastifyReply, path: string) {
    const newName = fieldsOf(request).optional('newname');
    if (newName === undefined) throw new DomainError('argument-missing', { field: 'newname' });
    const place = { libraryId: libraryIdOf(request), path, kind: 'dir' } as const;
    await libraryItems.rename(callerOf(request), place, newName);
    return wantsRelisting(request) ? relist(request, reply, parentOf(path)) : 'success';
  }
}

function rowsFor(request: FastifyRequest, { permission, library }: LibraryView, services: HttpServices) {
  const starred = services.files.stars.pathsIn(callerOf(request), library.id);
  return itemRows({ permission, modifierOf: services.accounts.modifiers.in(library.id), starred });
}

/** Whether the client has the listing already. Clients take an answer without these headers for broken. */
function isUpToDate(
  request: FastifyRequest,
  reply: FastifyReply,
  folder: { id: string; permission: string },
): boolean {
  reply.headers({ oid: folder.id, dir_perm: folder.permission });
  return queryOf(request).optional('oid') === folder.id;
}

/** Whether a change is to be answered with what the folder holds after it (`reloaddir=true`). */
export function wantsRelisting(request: FastifyRequest): boolean {
  return fieldsOf(request).text('reloaddir')?.toLowerCase() === 'true';
}

/** Answers with the rows of a folder, and the headers that belong to them. */
export function folderRelisting(services: HttpServices) {
  return async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const { view, listing } = await services.files.libraryItems.list(
      callerOf(request),
      libraryIdOf(request),
      path,
    );
    reply.code(200).headers({ oid: listing.id, dir_perm: view.permission });
    const rowOf = rowsFor(request, view, services);
    return listing.dirents.map((dirent) => rowOf(dirent, path));
  };
}
