import type { FastifyInstance } from 'fastify';
import { parsePath } from '../../core/library/path.ts';
import { MOST_ITEMS_AT_ONCE } from '../../core/limits.ts';
import { requiredList } from '../present/item-changes.ts';
import { parseOptionalCommitId, required } from '../present/parse-fields.ts';
import { bodyOf, callerOf, libraryIdOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';
import { uploadUrl } from '../transfer/upload-url.ts';
import { localRoute } from './local-route.ts';

/** Addresses for contents, and the password that encrypted ones need. */
export function itemLinkRoutes(app: FastifyInstance, services: HttpServices): void {
  const { uploadLinks, zips, passwords, libraries } = services;

  localRoute(app, 'POST libraries/:library_id/upload-link/', async (request) => {
    const path = parsePath(required(bodyOf(request), 'path'));
    const token = await uploadLinks.issueUploadLink(callerOf(request), libraryIdOf(request), path);
    return { url: uploadUrl(originOf(request), 'upload', { token, isForPage: true }) };
  });

  localRoute(app, 'POST libraries/:library_id/zip-link/', async (request) => {
    const body = bodyOf(request);
    const token = await zips.prepareForReader(callerOf(request), {
      libraryId: libraryIdOf(request),
      parentDir: parsePath(required(body, 'folder')),
      names: requiredList(body, 'names', MOST_ITEMS_AT_ONCE),
    });
    return { url: `${originOf(request)}/seafhttp/zip/${token}` };
  });

  localRoute(app, 'POST libraries/:library_id/export-link/', async (request) => {
    const commitId = parseOptionalCommitId(bodyOf(request), 'commit');
    const wanted = { libraryId: libraryIdOf(request), parentDir: '/', names: [''], commitId };
    const token = await zips.prepareForReader(callerOf(request), wanted);
    return { url: `${originOf(request)}/seafhttp/zip/${token}` };
  });

  localRoute(app, 'GET libraries/:library_id/unlock/', async (request) => {
    const { library } = libraries.find(callerOf(request), libraryIdOf(request));
    return { locked: passwords.isLockedFor(callerOf(request), library) };
  });

  localRoute(app, 'POST libraries/:library_id/unlock/', async (request) => {
    const password = required(bodyOf(request), 'password');
    await passwords.unlock(callerOf(request), libraryIdOf(request), password);
    return { locked: false };
  });
}
