import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { ancestorsOf, nameOf, parentOf } from '../../core/library/path.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { LibraryView } from '../../usecases/access/library-access.ts';
import { parseCommitId } from '../declared-fields.ts';
import { type ErrorOverrides, FOLDERS_WITH_SLASH, worded } from '../error-wording.ts';
import { ROWS_AT_ONCE, sendRows } from '../json-answer.ts';
import { optionalPath, requiredPath } from '../present/item-requests.ts';
import { fileResult, folderResult, v21ItemRows } from '../present/items.ts';
import { downloadUrl, parentInside, timestamp, uploadUrl } from '../present/values.ts';
import { callerOf, fieldsOf, queryOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';

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

function unknownOperation(): DomainError {
  return new DomainError('argument-invalid', { field: 'operation', reason: 'unknown' });
}

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
    const folders = query.boolean('with_parents') ? [...ancestorsOf(path), path] : [path];
    return list(request, reply, { folders, shows });
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
    { folders, shows }: { readonly folders: readonly string[]; readonly shows: (dirent: Dirent) => boolean },
  ) {
    const found: { folder: string; view: LibraryView; id: string; dirents: readonly Dirent[] }[] = [];
    for (const folder of folders) {
      const { view, listing } = await libraryItems.list(callerOf(request), libraryOf(request), folder);
      found.push({ folder, view, id: listing.id, dirents: listing.dirents.filter(shows) });
    }
    const last = found.at(-1);
    if (last === undefined) throw new Error('a listing is of one folder at least');
    const rowOf = rowsFor(last.view);
    const rows = function* () {
      for (const { folder, dirents } of found) for (const dirent of dirents) yield rowOf(dirent, folder);
    };
    const { permission, library } = last.view;
    const about = { user_perm: permission, dir_id: last.id, repo_name: library.name };
    const count = found.reduce((sum, { dirents }) => sum + dirents.length, 0);
    if (count <= ROWS_AT_ONCE) return { ...about, dirent_list: [...rows()] };
    return sendRows(reply, rows(), [`${JSON.stringify(about).slice(0, -1)},"dirent_list":`, '}']);
  }

  async function listTree(
    request: FastifyRequest,
    reply: FastifyReply,
    { path, shows }: { readonly path: string; readonly shows: (dirent: Dirent) => boolean },
  ) {
    const { view, below } = await libraryItems.tree(callerOf(request), libraryOf(request), path);
    const rowOf = rowsFor(view);
    const rows = async function* () {
      for await (const some of below)
        yield some.flatMap(({ path: inside, dirent }) =>
          shows(dirent) ? [rowOf(dirent, parentInside(path, inside))] : [],
        );
    };
    return sendRows(reply, rows(), ['{"dirent_list":', '}']);
  }
}

function addFolderChanges(
  app: FastifyInstance,
  { files: { libraryItems }, restores: { restores } }: HttpServices,
): void {
  app.post(DIR, { config: { errors: DIR_ERRORS } }, async (request) => {
    const [caller, libraryId, path] = [callerOf(request), libraryOf(request), itemPathIn(request)];
    const place = { libraryId, path, kind: 'dir' } as const;
    switch (operationIn(request)) {
      case 'mkdir':
        return result(request, await libraryItems.makeFolder(caller, libraryId, path));
      case 'rename': {
        const newName = fieldsOf(request).required('newname');
        return result(request, await libraryItems.rename(caller, place, newName));
      }
      case 'revert': {
        const commitId = parseCommitId(fieldsOf(request).text('commit_id'), 'commit_id');
        await restores.revert(caller, place, commitId);
        return { success: true };
      }
      default:
        throw unknownOperation();
    }
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

function addFiles(
  app: FastifyInstance,
  { files: { libraryItems, itemMoves }, restores: { restores } }: HttpServices,
): void {
  app.get(FILE, { config: { errors: FILE_ERRORS } }, async (request) => result(request, itemPathIn(request)));

  app.post(FILE, { config: { errors: FILE_ERRORS } }, async (request) => {
    const [caller, libraryId, path] = [callerOf(request), libraryOf(request), itemPathIn(request)];
    const place = { libraryId, path, kind: 'file' } as const;
    const operation = operationIn(request);
    switch (operation) {
      case 'create':
        return result(request, await libraryItems.makeFile(caller, libraryId, path));
      case 'rename': {
        const newName = fieldsOf(request).required('newname');
        return result(request, await libraryItems.rename(caller, place, newName));
      }
      case 'move':
      case 'copy':
        return bring(operation, request, path);
      case 'revert': {
        const commitId = parseCommitId(fieldsOf(request).text('commit_id'), 'commit_id');
        await restores.revert(caller, place, commitId);
        return { success: true };
      }
      default:
        throw unknownOperation();
    }
  });

  app.delete(FILE, { config: { errors: DELETE_ERRORS } }, async (request) => {
    const path = itemPathIn(request);
    const removed = await libraryItems.removeIfThere(callerOf(request), libraryOf(request), path);
    return { success: true, ...(removed !== null && { commit_id: removed.previousId }) };
  });

  /** Inside the library, which is all that the token opens. */
  async function bring(mode: 'move' | 'copy', request: FastifyRequest, path: string) {
    const libraryId = libraryOf(request);
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
