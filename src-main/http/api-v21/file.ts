import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { nameOf, parentOf, parsePath } from '../../core/library/path.ts';
import { parseCommitId, parseLibraryId } from '../declared-fields.ts';
import { type ErrorOverrides, FOLDERS_WITH_SLASH, pathInvalid, worded } from '../error-wording.ts';
import { changeFor, requiredItemPath, requiredPath } from '../present/item-requests.ts';
import { fileResult, folderResult } from '../present/items.ts';
import { callerOf, fieldsOf, LIBRARY, libraryIdOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

type Change = (request: FastifyRequest, path: string) => Promise<unknown>;

const PATH = `/repos/${LIBRARY}/file/`;

const ERRORS: ErrorOverrides = {
  ...FOLDERS_WITH_SLASH,
  'argument-invalid': worded(({ field, reason }) =>
    reason === 'unknown'
      ? "operation can only be 'create', 'rename', 'move', 'copy', 'convert' or 'revert'."
      : `${field ?? 'argument'} invalid.`,
  ),
  'path-invalid': pathInvalid(({ field = 'p' }) => `${field} invalid.`),
  'name-invalid': worded(({ reason }) => (reason === 'too-long' ? 'newname is too long.' : 'name invalid.')),
  'name-taken': { status: 400, text: 'The new name is the same to the old' },
};

const UPLOADED_ERRORS = {
  'path-invalid': 'parent_dir invalid.',
  'name-invalid': 'file_name invalid.',
} as const;

/** Files, as rclone and the web clients use them. A folder that has the name is renamed, moved, copied and deleted alike. */
export function fileRoutes(app: FastifyInstance, services: HttpServices): void {
  const { libraryItems } = services.files;
  const results = fileResults(services);
  const changes = fileChanges(services, results);

  app.get(PATH, { config: { errors: ERRORS } }, async (request) =>
    results.ofFile(request, libraryIdOf(request), requiredPath(queryOf(request), 'p')),
  );

  app.delete(PATH, { config: { errors: ERRORS } }, async (request) => {
    const path = requiredItemPath(fieldsOf(request));
    const removed = await libraryItems.removeIfThere(callerOf(request), libraryIdOf(request), path);
    return { success: true, ...(removed !== null && { commit_id: removed.previousId }) };
  });

  app.post(PATH, { config: { errors: ERRORS } }, async (request) => {
    const path = requiredItemPath(fieldsOf(request));
    const operation = fieldsOf(request).required('operation').toLowerCase();
    return changeFor(operation, changes)(request, path);
  });
}

/** How much of a file that comes in parts is here. */
export function uploadedBytesRoute(
  app: FastifyInstance,
  { uploads: { partialUploads } }: HttpServices,
): void {
  const path = `/repos/${LIBRARY}/file-uploaded-bytes/`;
  app.get(path, { config: { errors: UPLOADED_ERRORS } }, async (request, reply) => {
    const folder = parsePath(queryOf(request).required('parent_dir'));
    const name = queryOf(request).required('file_name');
    if (name.includes('/')) throw new DomainError('name-invalid', { value: name });
    const asked = { folder, name };
    const bytes = await partialUploads.uploadedBytes(callerOf(request), libraryIdOf(request), asked);
    // The header is what tells clients that a file may come in parts.
    if (bytes !== null) reply.header('accept-ranges', 'bytes');
    return { uploadedBytes: bytes ?? 0 };
  });
}

type FileResults = ReturnType<typeof fileResults>;

/** What is answered about an item as it is now. */
function fileResults({ files: { libraryItems } }: HttpServices) {
  return {
    async ofFile(request: FastifyRequest, libraryId: LibraryId, path: string) {
      const { item } = await libraryItems.findFile(callerOf(request), { libraryId, path });
      return fileResult(libraryId, path, item);
    },
    async ofAny(request: FastifyRequest, libraryId: LibraryId, path: string) {
      const { item } = await libraryItems.find(callerOf(request), { libraryId, path });
      return item.kind === 'file' ? fileResult(libraryId, path, item) : folderResult(libraryId, path, item);
    },
  };
}

/** What the call can do with an item, by the names of its operations. */
function fileChanges(
  { files: { libraryItems, itemMoves }, libraries: { libraries }, restores: { restores } }: HttpServices,
  results: FileResults,
): Readonly<Record<string, Change>> {
  async function bring(mode: 'move' | 'copy', request: FastifyRequest, path: string) {
    const libraryId = libraryIdOf(request);
    await libraryItems.find(callerOf(request), { libraryId, path });
    const toLibrary = parseLibraryId(fieldsOf(request).optional('dst_repo'), 'dst_repo');
    const to = { libraryId: toLibrary, folder: requiredPath(fieldsOf(request), 'dst_dir') };
    const from = { libraryId, folder: parentOf(path), names: [nameOf(path)] };
    const plan = await itemMoves.plan(callerOf(request), { mode, from, to });
    const [placed] = await plan.run();
    return results.ofAny(request, toLibrary, placed?.path ?? path);
  }

  return {
    async create(request, path) {
      const libraryId = libraryIdOf(request);
      const made = await libraryItems.makeFile(callerOf(request), libraryId, path);
      return results.ofFile(request, libraryId, made);
    },

    async rename(request, path) {
      const libraryId = libraryIdOf(request);
      libraries.find(callerOf(request), libraryId);
      const newName = fieldsOf(request).required('newname');
      const renamed = await libraryItems.rename(callerOf(request), { libraryId, path }, newName);
      if (renamed === path) throw new DomainError('name-taken', { value: newName });
      return results.ofAny(request, libraryId, renamed);
    },

    move: (request, path) => bring('move', request, path),
    copy: (request, path) => bring('copy', request, path),

    async revert(request, path) {
      const libraryId = libraryIdOf(request);
      libraries.find(callerOf(request), libraryId);
      const commitId = parseCommitId(fieldsOf(request).optional('commit_id'), 'commit_id');
      await restores.revert(callerOf(request), { libraryId, path, kind: 'file' }, commitId);
      return { success: true };
    },

    /** Real servers turn documents of their own editors into one another; there are none here. */
    async convert() {
      throw new DomainError('argument-invalid', { field: 'operation' });
    },
  };
}
