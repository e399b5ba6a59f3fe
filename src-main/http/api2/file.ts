import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { nameOf, parentOf } from '../../core/library/path.ts';
import type { ItemPlace } from '../../usecases/files/library-items.ts';
import { type Fields, parseLibraryId } from '../declared-fields.ts';
import { type ErrorOverrides, FOLDERS_WITH_SLASH, pathInvalid, worded } from '../error-wording.ts';
import { changeFor, optionalPath, quotedPath, requiredPath } from '../present/item-requests.ts';
import { placeResult } from '../present/items.ts';
import { callerOf, fieldsOf, LIBRARY, libraryIdOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';
import { folderRelisting, wantsRelisting } from './dir.ts';

type Change = (request: FastifyRequest, reply: FastifyReply, path: string) => Promise<unknown>;

const FILE = `/repos/${LIBRARY}/file/`;

const MISSING: Readonly<Record<string, string>> = {
  p: 'Path is missing or invalid.',
  newname: 'New name is missing',
};

const refused = ({ operation = '', reason = 'change' }) =>
  `You do not have permission to ${operation === '' ? reason : operation} file.`;

const CHANGE_ERRORS: ErrorOverrides = {
  'library-not-found': 'Library not found.',
  'argument-missing': worded(({ field = '' }) => MISSING[field] ?? 'Missing arguments.'),
  'argument-invalid': worded(({ field }) =>
    field === 'operation' ? 'Operation can only be rename, create or move.' : `${field} invalid.`,
  ),
  'path-invalid': pathInvalid(({ field = 'p' }) =>
    field === 'p' ? 'Path is missing or invalid.' : `${field} invalid.`,
  ),
  'name-invalid': worded(({ reason }) =>
    reason === 'too-long' ? 'New name is too long' : 'File name invalid.',
  ),
  'name-taken': 'The new name is the same to the old',
  'permission-denied': { status: 403, text: refused },
  'library-read-only': { status: 403, text: refused },
};

const DELETE_ERRORS: ErrorOverrides = {
  'library-not-found': 'Library not found.',
  'argument-missing': 'Path is missing.',
  'path-invalid': 'Path is invalid.',
};

const FILEOPS = `/repos/${LIBRARY}/fileops`;

const FILEOPS_ERRORS: ErrorOverrides = {
  ...FOLDERS_WITH_SLASH,
  'library-not-found': 'Library not found.',
  'argument-missing': 'Missing arguments.',
  'path-invalid': pathInvalid(({ field = 'path' }) => `${field} invalid.`),
};

/**
 * What the sync client's file browser, rclone and scripts do with files. As on real servers, a folder that has the name
 * is meant as well: some programs know no other calls for folders.
 */
export function fileRoutes(app: FastifyInstance, services: HttpServices): void {
  const {
    files: { libraryItems },
    libraries: { libraries },
  } = services;
  const relist = folderRelisting(services);
  const changes = fileChanges(services);

  app.delete(FILE, { config: { errors: DELETE_ERRORS } }, async (request, reply) => {
    libraries.find(callerOf(request), libraryIdOf(request));
    const path = requiredPath(fieldsOf(request), 'p');
    await libraryItems.removeIfThere(callerOf(request), libraryIdOf(request), path);
    return wantsRelisting(request) ? relist(request, reply, parentOf(path)) : 'success';
  });

  app.post(FILE, { config: { errors: CHANGE_ERRORS, operationOf } }, async (request, reply) => {
    const operation = operationOf(request);
    libraries.find(callerOf(request), libraryIdOf(request));
    const path = requiredPath(fieldsOf(request), 'p');
    if (path === '/') throw new DomainError('argument-missing', { field: 'p' });
    return changeFor(operation, changes)(request, reply, path);
  });
}

/** What the call can do with an item, by the names of its operations. */
function fileChanges(services: HttpServices): Readonly<Record<string, Change>> {
  const { libraryItems, itemMoves } = services.files;
  const relist = folderRelisting(services);

  async function bring(mode: 'move' | 'copy', { request, reply, path }: Brought) {
    const to = destinationIn(fieldsOf(request));
    const from = { libraryId: libraryIdOf(request), folder: parentOf(path), names: [nameOf(path)] };
    const place = { libraryId: from.libraryId, path };
    const { kind } = (await libraryItems.find(callerOf(request), place)).item;
    const plan = await itemMoves.plan(callerOf(request), { mode, from, to });
    const [{ path: placed } = { path }] = await plan.run();
    if (wantsRelisting(request)) return relist(request, reply, parentOf(path));
    if (mode === 'move' && plan.isWithinLibrary && placed === path) return 'success';
    const address = addressOf(request, { libraryId: to.libraryId, path: placed, kind });
    if (mode === 'move') reply.code(301).header('location', address);
    return placeResult(to.libraryId, placed);
  }

  return {
    async rename(request, reply, path) {
      const newName = fieldsOf(request).required('newname');
      const libraryId = libraryIdOf(request);
      const { item } = await libraryItems.find(callerOf(request), { libraryId, path });
      const renamed = await libraryItems.rename(callerOf(request), { libraryId, path }, newName);
      if (renamed === path) throw new DomainError('name-taken', { value: newName });
      if (wantsRelisting(request)) return relist(request, reply, parentOf(path));
      // The sync client takes exactly this redirect for success.
      reply.code(301).header('location', addressOf(request, { libraryId, path: renamed, kind: item.kind }));
      return 'success';
    },

    async create(request, reply, path) {
      const libraryId = libraryIdOf(request);
      const made = await libraryItems.makeFile(callerOf(request), libraryId, path);
      if (wantsRelisting(request)) return relist(request, reply, parentOf(path));
      reply.code(201).header('location', addressOf(request, { libraryId, path: made, kind: 'file' }));
      return 'success';
    },

    move: (request, reply, path) => bring('move', { request, reply, path }),
    copy: (request, reply, path) => bring('copy', { request, reply, path }),
  };
}

interface Brought {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly path: string;
}

/** Several items of a folder at once, as older sync clients send them. */
export function fileopsRoutes(app: FastifyInstance, services: HttpServices): void {
  const {
    files: { libraryItems, itemMoves },
    libraries: { libraries },
  } = services;
  const relist = folderRelisting(services);

  for (const mode of ['copy', 'move'] as const) {
    app.post(`${FILEOPS}/${mode}/`, { config: { errors: FILEOPS_ERRORS } }, async (request, reply) => {
      const from = sourceOf(request);
      const to = destinationIn(fieldsOf(request));
      const plan = await itemMoves.plan(callerOf(request), { mode, from, to });
      const placed = await plan.run();
      if (wantsRelisting(request)) return relist(request, reply, from.folder);
      return placed.map(({ path }) => placeResult(to.libraryId, path));
    });
  }

  app.post(`${FILEOPS}/delete/`, { config: { errors: FILEOPS_ERRORS } }, async (request, reply) => {
    const { libraryId, ...what } = sourceOf(request);
    await libraryItems.removeSeveral(callerOf(request), libraryId, what);
    return wantsRelisting(request) ? relist(request, reply, what.folder) : 'success';
  });

  function sourceOf(request: FastifyRequest) {
    const { library } = libraries.find(callerOf(request), libraryIdOf(request));
    const folder = optionalPath(fieldsOf(request), 'p') ?? '/';
    // Names with a colon cannot be sent this way; clients know.
    const names = fieldsOf(request)
      .required('file_names')
      .split(':')
      .filter((name) => name !== '');
    if (names.length === 0) throw new DomainError('argument-missing', { field: 'file_names' });
    return { libraryId: library.id, folder, names };
  }
}

/** Where items are to go. @throws DomainError `argument-missing`, `argument-invalid`, `path-invalid` */
function destinationIn(fields: Fields): { readonly libraryId: LibraryId; readonly folder: string } {
  const libraryId = parseLibraryId(fields.required('dst_repo'), 'dst_repo');
  return { libraryId, folder: requiredPath(fields, 'dst_dir') };
}

/** Where the item is answered for itself, so that a client that follows it finds something. */
function addressOf(request: FastifyRequest, { libraryId, path, kind }: ItemPlace): string {
  return `${originOf(request)}/api2/repos/${libraryId}/${kind}/?p=${quotedPath(path)}`;
}

function operationOf(request: FastifyRequest): string {
  return fieldsOf(request).optional('operation')?.toLowerCase() ?? '';
}
