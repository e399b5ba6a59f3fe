import type { FastifyInstance } from 'fastify';
import type { PauseFolderJson } from '../../../src-shared/folder-choices-api.ts';
import type { LinkFolderJson } from '../../../src-shared/folders-api.ts';
import { inEnglish } from '../../../src-shared/service-words.ts';
import { DomainError } from '../../core/errors.ts';
import { type Fields, given } from '../declared-fields.ts';
import { bodyOf, callerOf, param, queryOf, untilGone } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

/** Linked folders. */
export function folderRoutes(
  app: FastifyInstance,
  { computer: { folders, remembered } }: HttpServices,
): void {
  localRoute(app, 'GET folders/', async () => ({ folders: folders.list() }));

  localRoute(app, 'GET folders/defaults/', async () => folders.defaults());

  localRoute(app, 'POST folders/', async (request) =>
    folders.link(parseLink(bodyOf(request)), callerOf(request)),
  );

  localRoute(app, 'GET secrets/', async () => {
    const notice = await remembered.check();
    const secrets_reason = notice === null ? '' : inEnglish(notice);
    return { secrets: notice === null ? 'available' : 'unavailable', secrets_reason, secrets_said: notice };
  });

  localRoute(app, 'GET folders/:folder_id/', async (request) => folders.find(param(request, 'folder_id')));

  localRoute(app, 'DELETE folders/:folder_id/', async (request) => {
    await folders.unlink(param(request, 'folder_id'));
    return { success: true };
  });

  localRoute(app, 'POST folders/:folder_id/unlock/', async (request) => {
    const body = bodyOf(request);
    const wanted = { password: body.required('password'), remember: body.boolean('remember') };
    return folders.unlock(param(request, 'folder_id'), wanted, callerOf(request));
  });

  localRoute(app, 'POST folders/:folder_id/lock/', async (request) =>
    folders.lock(param(request, 'folder_id')),
  );

  localRoute(app, 'POST folders/:folder_id/pause/', async (request) =>
    folders.pause(param(request, 'folder_id'), parsePause(bodyOf(request))),
  );

  localRoute(app, 'POST folders/:folder_id/resume/', async (request) =>
    folders.resume(param(request, 'folder_id')),
  );

  localRoute(app, 'POST folders/:folder_id/rescan/', async (request) =>
    folders.rescan(param(request, 'folder_id')),
  );

  localRoute(app, 'POST folders/:folder_id/relink/', async (request) => {
    const body = bodyOf(request);
    const place = { path: body.required('path'), force: body.boolean('force') };
    return folders.relink(param(request, 'folder_id'), place);
  });

  localRoute(app, 'POST folders/:folder_id/accept/', async (request) =>
    folders.accept(param(request, 'folder_id'), bodyOf(request).required('token')),
  );

  localRoute(app, 'POST folders/:folder_id/put-back/', async (request) =>
    folders.revert(param(request, 'folder_id'), bodyOf(request).required('token')),
  );

  localRoute(app, 'GET folders/:folder_id/held/', async (request) =>
    folders.held(param(request, 'folder_id'), queryOf(request).text('cursor') ?? ''),
  );

  localRoute(app, 'GET folders/:folder_id/activity/', async (request) =>
    folders.activity(param(request, 'folder_id'), queryOf(request).count('limit')),
  );
}

/** What a linked folder leaves out: by rules, and subfolders. */
export function exclusionRoutes(app: FastifyInstance, { computer: { folders } }: HttpServices): void {
  localRoute(app, 'GET folders/:folder_id/ignore/', async (request) =>
    folders.ignoreRules(param(request, 'folder_id')),
  );

  localRoute(app, 'PUT folders/:folder_id/ignore/', async (request) =>
    folders.setIgnoreRules(param(request, 'folder_id'), present(bodyOf(request), 'text')),
  );

  localRoute(app, 'POST folders/:folder_id/ignore/agree/', async (request) =>
    folders.agreeToIgnoreRules(param(request, 'folder_id'), present(bodyOf(request), 'text')),
  );

  localRoute(app, 'POST folders/:folder_id/ignore/preview/', async (request) =>
    folders.previewIgnoreRules(param(request, 'folder_id'), present(bodyOf(request), 'text')),
  );

  localRoute(app, 'GET folders/:folder_id/subfolders/', async (request) =>
    folders.subfolders(param(request, 'folder_id'), queryOf(request).optional('path') ?? ''),
  );

  localRoute(app, 'PUT folders/:folder_id/excluded/', async (request) => {
    const body = bodyOf(request);
    if (!body.has('paths')) throw new DomainError('argument-missing', { field: 'paths' });
    return folders.exclude(param(request, 'folder_id'), body.list('paths'));
  });
}

/** The disk that folders are on. */
export function diskRoutes(app: FastifyInstance, { computer: { folders, disk } }: HttpServices): void {
  localRoute(app, 'GET browse/', async (request) => disk.browse(queryOf(request).text('path') ?? ''));

  localRoute(app, 'POST browse/', async (request) => {
    const body = bodyOf(request);
    return disk.makeFolder(body.required('path'), body.required('name'));
  });

  localRoute(app, 'GET folders/preflight/', async (request, reply) =>
    folders.preflight(queryOf(request).required('path'), untilGone(reply)),
  );
}

function parseLink(body: Fields): LinkFolderJson {
  return {
    ...given({
      library: body.optional('library'),
      name: body.optional('name'),
      password: body.optional('password'),
      again: body.optional('again'),
    }),
    path: body.required('path'),
    remember: body.boolean('remember'),
    encrypt: body.boolean('encrypt'),
  };
}

function parsePause(body: Fields): PauseFolderJson {
  return body.has('for_seconds') ? { for_seconds: body.requiredInteger('for_seconds') } : {};
}

/** A field that must be there but may be empty. */
function present(body: Fields, name: string): string {
  const text = body.text(name);
  if (text === undefined) throw new DomainError('argument-missing', { field: name });
  return text;
}
