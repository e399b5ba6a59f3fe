import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { ancestorsOf, nameOf, parentOf } from '../../core/library/path.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { LibraryView } from '../../usecases/access/library-access.ts';
import type { ItemPlace } from '../../usecases/files/library-items.ts';
import { parseCommitId } from '../declared-fields.ts';
import { type ErrorOverrides, FOLDERS_WITH_SLASH, worded } from '../error-wording.ts';
import { changeFor, type DirQuery, optionalPath, requiredPath } from '../present/item-requests.ts';
import { fileResult, folderResult, v21ItemRows } from '../present/items.ts';
import { downloadUrl, timestamp, uploadUrl } from '../present/values.ts';
import { callerOf, fieldsOf, queryOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';
import { type ShownFolder, sendFolders, sendTree } from './folder-listing.ts';

const VIA = '/via-repo-token';
const DIR = `${VIA}/dir/`;
const FILE = `${VIA}/file/`;

const operations = (known: string, root: string): ErrorOverrides => ({
  ...FOLDERS_WITH_SLASH,
  'argument-invalid': worded(({ field = 'argument', reason }) =>
    field === 'operation' && reason === 'unknown' ? `operation can only be ${known}.` : `${field} invalid.`,
  ),
  'path-invalid': worded(({ reason, field = 'path' }) => (reason === 'root' ? root : `${field} invalid.`)),
});

const DIR_ERRORS = operations("'mkdir', 'rename' or 'revert'", 'Can not operate root dir.');
const FILE_ERRORS = operations("'rename', 'revert', 'create', 'move', 'copy'", 'path invalid.');
const DELETE_ERRORS = operations('', 'Can not delete root path.');

const FOLDER_DENIED = 'You do not have permission to access this folder.';
const UPLOAD_ERRORS = { 'permission-denied': FOLDER_DENIED, 'library-read-only': FOLDER_DENIED } as const;
const DOWNLOAD_ERRORS = { 'file-not-found': 'File not found' } as const;

/** The library that the token of the request opens. */
function libraryOf(request: FastifyRequest): LibraryId {
  const { libraryToken } = callerOf(request);
  if (libraryToken === undefined) throw new Error('the call is not made with a library token');
  return libraryToken.libraryId;
}

/** What is acted on, which is never the library itself. */
function itemPathIn(request: FastifyRequest): string {
  const path = requiredPath(fieldsOf(request), 'path');
  if (path === '/') throw new DomainError('path-invalid', { field: 'path', value: path, reason: 'root' });
  return path;
}

const operationIn = (request: FastifyRequest) => fieldsOf(request).required('operation').toLowerCase();

type Change = (request: FastifyRequest, place: ItemPlace) => Promise<unknown>;

/** One library, for programs that hold nothing but its token. */
export function viaRepoTokenRoutes(app: FastifyInstance, services: HttpServices): void {
  const {
    libraries: { libraries },
    files: { libraryItems, downloads },
    links: { uploadLinks },
  } = services;
  addListing(app, services);
  addFolderChanges(app, services);
  addFiles(app, services);

  app.get(`${VIA}/repo-info/`, async (request) => {
    const { library } = libraries.find(callerOf(request), libraryOf(request));
    return {
      repo_id: library.id,
      repo_name: library.name,
      size: library.sizeBytes,
      file_count: library.fileCount,
      last_modified: timestamp(library.updatedAtSeconds),
    };
  });

  app.get(`${VIA}/upload-link/`, { config: { errors: UPLOAD_ERRORS } }, async (request) => {
    const query = queryOf(request);
    const path = optionalPath(query, 'path') ?? '/';
    const isForPage = query.optional('from') === 'web';
    const token = await uploadLinks.issueUploadLink(callerOf(request), libraryOf(request), path);
    const url = uploadUrl(originOf(request), 'upload', { token, isForPage });
    return query.boolean('replace') && !isForPage ? `${url}?replace=1` : url;
  });

  app.get(`${VIA}/download-link/`, { config: { errors: DOWNLOAD_ERRORS } }, async (request) => {
    const path = requiredPath(queryOf(request), 'path');
    const caller = callerOf(request);
    const { view, item } = await libraryItems.findFile(caller, { libraryId: libraryOf(request), path });
    return downloadUrl(originOf(request), downloads.issue(view.library, path, item, { caller }));
  });
}

function addListing(
  app: FastifyInstance,
  { files: { libraryItems }, accounts: { modifiers } }: HttpServices,
): void {
  app.get(DIR, { config: { errors: FOLDERS_WITH_SLASH } }, async (request, reply) => {
    const query = queryOf(request);
    const type = query.optional('type');
    const shows = ({ kind }: Dirent) => type === undefined || kind === (type === 'f' ? 'file' : 'dir');
    const path = optionalPath(query, 'path') ?? '/';
    if (query.optional('recursive') === '1') return listTree(request, reply, { path, shows });
    const above = query.boolean('with_parents') ? ancestorsOf(path) : [];
    return list(request, reply, { path, shows, above });
  });

  function rowsFor({ permission, library }: LibraryView) {
    const source = { permission, modifierOf: modifiers.in(library.id), starred: new Set<string>() };
    const rowOf = v21ItemRows(source);
    return (dirent: Dirent, folder: string) => ({
      ...rowOf(dirent, folder),
      mtime: timestamp(dirent.mtimeSeconds),
    });
  }

  async function list(
    request: FastifyRequest,
    reply: FastifyReply,
    { path, shows, above }: Pick<DirQuery, 'path' | 'shows'> & { readonly above: readonly string[] },
  ) {
    const subject = [callerOf(request), libraryOf(request)] as const;
    const shown: ShownFolder[] = [];
    for (const folder of above) {
      const { listing } = await libraryItems.list(...subject, folder);
      shown.push({ path: folder, dirents: listing.dirents.filter(shows) });
    }
    const { view, listing } = await libraryItems.list(...subject, path);
    shown.push({ path, dirents: listing.dirents.filter(shows) });
    const about = { user_perm: view.permission, dir_id: listing.id, repo_name: view.library.name };
    return sendFolders(reply, shown, about, rowsFor(view));
  }

  async function listTree(
    request: FastifyRequest,
    reply: FastifyReply,
    query: Pick<DirQuery, 'path' | 'shows'>,
  ) {
    const { view, below } = await libraryItems.tree(callerOf(request), libraryOf(request), query.path);
    return sendTree(reply, query, below, rowsFor(view));
  }
}

/** What is done alike to files and to folders. */
function itemChanges({ files: { libraryItems }, restores: { restores } }: HttpServices) {
  return {
    rename(request: FastifyRequest, place: ItemPlace) {
      return libraryItems.rename(callerOf(request), place, fieldsOf(request).required('newname'));
    },
    async revert(request: FastifyRequest, place: ItemPlace) {
      const commitId = parseCommitId(fieldsOf(request).text('commit_id'), 'commit_id');
      await restores.revert(callerOf(request), place, commitId);
      return { success: true };
    },
  };
}

function addFolderChanges(app: FastifyInstance, services: HttpServices): void {
  const { libraryItems } = services.files;
  const { rename, revert } = itemChanges(services);
  const changes: Readonly<Record<string, Change>> = {
    mkdir: async (request, { libraryId, path }) =>
      result(request, await libraryItems.makeFolder(callerOf(request), libraryId, path)),
    rename: async (request, place) => result(request, await rename(request, place)),
    revert,
  };

  app.post(DIR, { config: { errors: DIR_ERRORS } }, async (request) => {
    const place = { libraryId: libraryOf(request), path: itemPathIn(request), kind: 'dir' } as const;
    return changeFor(operationIn(request), changes)(request, place);
  });

  app.delete(DIR, { config: { errors: DELETE_ERRORS } }, async (request) => {
    const place = { libraryId: libraryOf(request), path: itemPathIn(request), kind: 'dir' } as const;
    const { previousId } = await libraryItems.remove(callerOf(request), place);
    return { success: true, commit_id: previousId };
  });

  async function result(request: FastifyRequest, path: string) {
    const libraryId = libraryOf(request);
    const { item } = await libraryItems.find(callerOf(request), { libraryId, path, kind: 'dir' });
    return folderResult(libraryId, path, item);
  }
}

function addFiles(app: FastifyInstance, services: HttpServices): void {
  const { libraryItems, itemMoves } = services.files;
  const { rename, revert } = itemChanges(services);
  const changes: Readonly<Record<string, Change>> = {
    create: async (request, { libraryId, path }) =>
      result(request, await libraryItems.makeFile(callerOf(request), libraryId, path)),
    rename: async (request, place) => result(request, await rename(request, place)),
    move: (request, place) => bring('move', request, place),
    copy: (request, place) => bring('copy', request, place),
    revert,
  };

  app.get(FILE, { config: { errors: FILE_ERRORS } }, async (request) => result(request, itemPathIn(request)));

  app.post(FILE, { config: { errors: FILE_ERRORS } }, async (request) => {
    const place = { libraryId: libraryOf(request), path: itemPathIn(request), kind: 'file' } as const;
    return changeFor(operationIn(request), changes)(request, place);
  });

  app.delete(FILE, { config: { errors: DELETE_ERRORS } }, async (request) => {
    const path = itemPathIn(request);
    const removed = await libraryItems.removeIfThere(callerOf(request), libraryOf(request), path);
    return { success: true, ...(removed !== null && { commit_id: removed.previousId }) };
  });

  /** Inside the library, which is all that the token opens. */
  async function bring(mode: 'move' | 'copy', request: FastifyRequest, { libraryId, path }: ItemPlace) {
    await libraryItems.findFile(callerOf(request), { libraryId, path });
    const to = { libraryId, folder: requiredPath(fieldsOf(request), 'dst_dir') };
    const from = { libraryId, folder: parentOf(path), names: [nameOf(path)] };
    const [placed] = await (await itemMoves.plan(callerOf(request), { mode, from, to })).run();
    return result(request, placed?.path ?? path);
  }

  async function result(request: FastifyRequest, path: string) {
    const libraryId = libraryOf(request);
    const { item } = await libraryItems.findFile(callerOf(request), { libraryId, path });
    return fileResult(libraryId, path, item);
  }
}
