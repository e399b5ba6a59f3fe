import type { FastifyInstance } from 'fastify';
import type { ItemsLinkJson, LockJson } from '../../../src-shared/items-api.ts';
import { parsePath } from '../../core/library/path.ts';
import { MOST_ITEMS_AT_ONCE } from '../../core/limits.ts';
import { requiredList } from '../present/item-changes.ts';
import { parseOptionalCommitId, required } from '../present/parse-fields.ts';
import { bodyOf, callerOf, LIBRARY, libraryIdOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';
import { uploadUrl } from '../transfer/upload-url.ts';

const UNLOCK = `/libraries/${LIBRARY}/unlock/`;

/** Addresses for contents, and the password that encrypted ones need. */
export function itemLinkRoutes(app: FastifyInstance, services: HttpServices): void {
  const { uploadLinks, zips, passwords, libraries } = services;

  app.post(`/libraries/${LIBRARY}/upload-link/`, async (request): Promise<ItemsLinkJson> => {
    const path = parsePath(required(bodyOf(request), 'path'));
    const token = await uploadLinks.issueUploadLink(callerOf(request), libraryIdOf(request), path);
    return { url: uploadUrl(originOf(request), 'upload', { token, isForPage: true }) };
  });

  app.post(`/libraries/${LIBRARY}/zip-link/`, async (request): Promise<ItemsLinkJson> => {
    const body = bodyOf(request);
    const token = await zips.prepareForReader(callerOf(request), {
      libraryId: libraryIdOf(request),
      parentDir: parsePath(required(body, 'folder')),
      names: requiredList(body, 'names', MOST_ITEMS_AT_ONCE),
    });
    return { url: `${originOf(request)}/seafhttp/zip/${token}` };
  });

  app.post(`/libraries/${LIBRARY}/export-link/`, async (request): Promise<ItemsLinkJson> => {
    const commitId = parseOptionalCommitId(bodyOf(request), 'commit');
    const wanted = { libraryId: libraryIdOf(request), parentDir: '/', names: [''], commitId };
    const token = await zips.prepareForReader(callerOf(request), wanted);
    return { url: `${originOf(request)}/seafhttp/zip/${token}` };
  });

  app.get(UNLOCK, async (request): Promise<LockJson> => {
    const { library } = libraries.find(callerOf(request), libraryIdOf(request));
    return { locked: passwords.isLockedFor(callerOf(request), library) };
  });

  app.post(UNLOCK, async (request): Promise<LockJson> => {
    const password = required(bodyOf(request), 'password');
    await passwords.unlock(callerOf(request), libraryIdOf(request), password);
    return { locked: false };
  });
}
