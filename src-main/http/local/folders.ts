import type { FastifyInstance } from 'fastify';
import type { LinkFolderJson } from '../../../src-shared/folders-api.ts';
import type { Fields } from '../declared-fields.ts';
import { optional, parseBoolean, required } from '../present/parse-fields.ts';
import { bodyOf, callerOf, param, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { untilGone } from '../until-gone.ts';
import { localRoute } from './local-route.ts';

export function folderRoutes(app: FastifyInstance, { folders, disk, remembered }: HttpServices): void {
  localRoute(app, 'GET folders/', async () => ({ folders: folders.list() }));

  localRoute(app, 'GET folders/preflight/', async (request, reply) =>
    folders.preflight(required(queryOf(request), 'path'), untilGone(reply)),
  );

  localRoute(app, 'GET browse/', async (request) => disk.browse(queryOf(request).text('path') ?? ''));

  localRoute(app, 'POST browse/', async (request) => {
    const body = bodyOf(request);
    return disk.makeFolder(required(body, 'path'), required(body, 'name'));
  });

  localRoute(app, 'GET secrets/', async () => {
    const notice = await remembered.check();
    return { secrets: notice === null ? 'available' : 'unavailable', secrets_reason: notice ?? '' };
  });

  localRoute(app, 'POST folders/', async (request) =>
    folders.link(parseLink(bodyOf(request)), callerOf(request)),
  );

  localRoute(app, 'POST folders/:folder_id/unlock/', async (request) => {
    const body = bodyOf(request);
    const wanted = {
      password: required(body, 'password'),
      remember: parseBoolean(body, 'remember'),
    };
    return folders.unlock(param(request, 'folder_id'), wanted, callerOf(request));
  });

  localRoute(app, 'GET folders/:folder_id/', async (request) => folders.find(param(request, 'folder_id')));

  localRoute(app, 'DELETE folders/:folder_id/', async (request) => {
    await folders.unlink(param(request, 'folder_id'));
    return { success: true };
  });

  localRoute(app, 'POST folders/:folder_id/resume/', async (request) =>
    folders.resume(param(request, 'folder_id')),
  );

  localRoute(app, 'POST folders/:folder_id/rescan/', async (request) =>
    folders.rescan(param(request, 'folder_id')),
  );

  localRoute(app, 'POST folders/:folder_id/lock/', async (request) =>
    folders.lock(param(request, 'folder_id')),
  );

  localRoute(app, 'POST folders/:folder_id/accept/', async (request) =>
    folders.accept(param(request, 'folder_id'), required(bodyOf(request), 'token')),
  );

  localRoute(app, 'POST folders/:folder_id/put-back/', async (request) =>
    folders.revert(param(request, 'folder_id'), required(bodyOf(request), 'token')),
  );
}

function parseLink(body: Fields): LinkFolderJson {
  const library = optional(body, 'library');
  const name = optional(body, 'name');
  const password = optional(body, 'password');
  const again = optional(body, 'again');
  return {
    path: required(body, 'path'),
    remember: parseBoolean(body, 'remember'),
    encrypt: parseBoolean(body, 'encrypt'),
    ...(library === undefined ? {} : { library }),
    ...(name === undefined ? {} : { name }),
    ...(password === undefined ? {} : { password }),
    ...(again === undefined ? {} : { again }),
  };
}
