import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { type ErrorOverrides, worded } from '../error-wording.ts';
import { parseFileLinkRequest, requiredPath } from '../present/item-requests.ts';
import { fileDetail } from '../present/items.ts';
import { shareLink } from '../present/public-links.ts';
import { downloadUrl, uploadUrl } from '../present/values.ts';
import { callerOf, LIBRARY, libraryIdOf, queryOf, untilGone } from '../request-context.ts';
import { linkOriginOf, originOf } from '../request-guards.ts';
import { INERT_HEADERS } from '../security-headers.ts';
import type { HttpServices } from '../services.ts';

const FILE = `/repos/${LIBRARY}/file/`;

const REUSE_TEXT =
  "If you want to reuse file server access token for download file, you should set 'reuse' argument as '1'.";

const LINK_ERRORS: ErrorOverrides = {
  'library-not-found': 'Library not found.',
  'argument-missing': 'Path is missing.',
  'argument-invalid': worded(({ field }) => (field === 'reuse' ? REUSE_TEXT : `${field} invalid.`)),
  'permission-denied': 'You do not have permission to access this file.',
  'file-not-found': 'File not found',
};

const DETAIL_ERRORS: ErrorOverrides = { 'path-invalid': 'p invalid.' };

const FOLDER_DENIED = 'You do not have permission to access this folder.';

const UPLOAD_ERRORS = {
  'path-invalid': 'p invalid.',
  'permission-denied': FOLDER_DENIED,
  'library-read-only': FOLDER_DENIED,
} as const;

const THUMBNAIL_ERRORS: ErrorOverrides = {
  'argument-missing': 'Path is missing.',
  'argument-invalid': worded(({ field, reason }) =>
    reason === 'no-picture' ? 'Unsupported file type.' : `${field ?? 'argument'} invalid.`,
  ),
  'path-invalid': 'p invalid.',
};

/** How clients come to the content of a file, and what they are told of it. */
export function fileLinkRoutes(
  app: FastifyInstance,
  {
    files: { libraryItems, downloads, stars, thumbnails },
    libraries: { libraries },
    links: { shareLinks, uploadLinks },
    accounts: { modifiers },
  }: HttpServices,
): void {
  app.get(FILE, { config: { errors: LINK_ERRORS } }, async (request, reply) => {
    libraries.find(callerOf(request), libraryIdOf(request));
    const { path, operation, once } = parseFileLinkRequest(queryOf(request));
    if (operation === 'downloadblks') return blocks(request, reply, path);
    const caller = callerOf(request);
    const { view, item } = await libraryItems.findFile(caller, { libraryId: libraryIdOf(request), path });
    reply.header('oid', item.id);
    if (operation === 'sharelink') return sharing(request, path);
    return downloadUrl(originOf(request), downloads.issue(view.library, path, item, { caller, once }));
  });

  app.get(`${FILE}detail/`, { config: { errors: DETAIL_ERRORS } }, async (request) => {
    const query = queryOf(request);
    const place = { libraryId: libraryIdOf(request), path: requiredPath(query, 'p') };
    const commitId = query.optionalCommitId('commit_id');
    const { view, item } = await libraryItems.findFile(callerOf(request), place, commitId);
    const isStarred = stars.pathsIn(callerOf(request), view.library.id).has(place.path);
    const shown = { permission: view.permission, file: item, isStarred };
    return fileDetail(shown, modifiers.in(view.library.id), originOf(request));
  });

  async function sharing(request: FastifyRequest, path: string) {
    const link = await shareLinks.ensureShared(callerOf(request), libraryIdOf(request), path);
    return shareLink(link, linkOriginOf(request)).link;
  }

  async function blocks(request: FastifyRequest, reply: FastifyReply, path: string) {
    const place = { libraryId: libraryIdOf(request), path };
    const { view, item, blockIds } = await libraryItems.blocks(callerOf(request), place);
    const { encryption } = view.library;
    reply.header('oid', item.id);
    return {
      file_id: item.id,
      blklist: blockIds,
      encrypted: encryption !== null,
      enc_version: encryption?.version ?? 0,
    };
  }

  app.get(`/repos/${LIBRARY}/upload-link/`, { config: { errors: UPLOAD_ERRORS } }, async (request) => {
    const path = folderIn(request);
    const token = await uploadLinks.issueUploadLink(callerOf(request), libraryIdOf(request), path);
    const isForPage = isFromPage(request);
    const url = uploadUrl(originOf(request), 'upload', { token, isForPage });
    return queryOf(request).text('replace') === '1' && !isForPage ? `${url}?replace=1` : url;
  });

  app.get(`/repos/${LIBRARY}/update-link/`, { config: { errors: UPLOAD_ERRORS } }, async (request) => {
    const path = folderIn(request);
    const token = await uploadLinks.issueUpdateLink(callerOf(request), libraryIdOf(request), path);
    return uploadUrl(originOf(request), 'update', { token, isForPage: isFromPage(request) });
  });

  // Small pictures of pictures, as sync clients show them in listings.
  const config = { errors: THUMBNAIL_ERRORS, anyType: true };
  app.get(`/repos/${LIBRARY}/thumbnail/`, { config }, async (request, reply) => {
    const place = { libraryId: libraryIdOf(request), path: requiredPath(queryOf(request), 'p') };
    const wanted = { size: queryOf(request).count('size'), signal: untilGone(reply) };
    const picture = await thumbnails.find(callerOf(request), place, wanted);
    return reply.headers(INERT_HEADERS).type('image/png').send(Buffer.from(picture));
  });
}

function folderIn(request: FastifyRequest): string {
  return queryOf(request).optional('p') ?? '/';
}

/** @throws DomainError `argument-invalid` */
function isFromPage(request: FastifyRequest): boolean {
  const from = queryOf(request).optional('from') ?? 'api';
  if (from !== 'api' && from !== 'web') throw new DomainError('argument-invalid', { field: 'from' });
  return from === 'web';
}
