import type { FastifyInstance } from 'fastify';
import type { PauseFolderJson } from '../../../src-shared/folder-choices-api.ts';
import { DomainError } from '../../core/errors.ts';
import type { Fields } from '../declared-fields.ts';
import { optional, parseBoolean, parseCount, required, requiredInteger } from '../present/parse-fields.ts';
import { bodyOf, param, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

/** What a person decides about a linked folder that is there: where it is, whether it rests, what it leaves out. */
export function folderChoiceRoutes(app: FastifyInstance, { folders }: HttpServices): void {
  localRoute(app, 'POST folders/:folder_id/relink/', async (request) => {
    const body = bodyOf(request);
    const place = { path: required(body, 'path'), force: parseBoolean(body, 'force') };
    return folders.relink(param(request, 'folder_id'), place);
  });

  localRoute(app, 'POST folders/:folder_id/pause/', async (request) =>
    folders.pause(param(request, 'folder_id'), parsePause(bodyOf(request))),
  );

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
    folders.subfolders(param(request, 'folder_id'), optional(queryOf(request), 'path') ?? ''),
  );

  localRoute(app, 'PUT folders/:folder_id/excluded/', async (request) => {
    const body = bodyOf(request);
    if (!body.has('paths')) throw new DomainError('argument-missing', { field: 'paths' });
    return folders.exclude(param(request, 'folder_id'), body.list('paths'));
  });

  localRoute(app, 'GET folders/:folder_id/held/', async (request) =>
    folders.held(param(request, 'folder_id'), queryOf(request).text('cursor') ?? ''),
  );

  localRoute(app, 'GET folders/:folder_id/activity/', async (request) =>
    folders.activity(param(request, 'folder_id'), parseCount(queryOf(request), 'limit')),
  );
}

function parsePause(body: Fields): PauseFolderJson {
  return body.has('for_seconds') ? { for_seconds: requiredInteger(body, 'for_seconds') } : {};
}

/** A field that must be there but may be empty. */
function present(body: Fields, name: string): string {
  const text = body.text(name);
  if (text === undefined) throw new DomainError('argument-missing', { field: name });
  return text;
}
