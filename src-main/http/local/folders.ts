import type { FastifyInstance } from 'fastify';
import type { FoldersJson, LinkFolderJson, SecretsJson } from '../../../src-shared/folders-api.ts';
import type { Fields } from '../declared-fields.ts';
import { optional, parseBoolean, required } from '../present/parse-fields.ts';
import { bodyOf, callerOf, param, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { untilGone } from '../until-gone.ts';

/** They show and change what is on the server's disk. */
const ADMIN = { config: { access: 'admin' } } as const;

export function folderRoutes(app: FastifyInstance, { folders, disk, remembered }: HttpServices): void {
  app.get('/folders/', ADMIN, async (): Promise<FoldersJson> => ({ folders: folders.list() }));

  app.get('/folders/preflight/', ADMIN, async (request, reply) =>
    folders.preflight(required(queryOf(request), 'path'), untilGone(reply)),
  );

  app.get('/browse/', ADMIN, async (request) => disk.browse(queryOf(request).text('path') ?? ''));

  app.post('/browse/', ADMIN, async (request) => {
    const body = bodyOf(request);
    return disk.makeFolder(required(body, 'path'), required(body, 'name'));
  });

  app.get('/secrets/', ADMIN, async (): Promise<SecretsJson> => {
    const notice = await remembered.check();
    return { secrets: notice === null ? 'available' : 'unavailable', secrets_reason: notice ?? '' };
  });

  app.post('/folders/', ADMIN, async (request) =>
    folders.link(parseLink(bodyOf(request)), callerOf(request)),
  );

  app.post('/folders/:folder_id/unlock/', ADMIN, async (request) => {
    const body = bodyOf(request);
    const wanted = {
      password: required(body, 'password'),
      remember: parseBoolean(body, 'remember'),
    };
    return folders.unlock(param(request, 'folder_id'), wanted, callerOf(request));
  });

  app.get('/folders/:folder_id/', ADMIN, async (request) => folders.find(param(request, 'folder_id')));

  app.delete('/folders/:folder_id/', ADMIN, async (request) => {
    await folders.unlink(param(request, 'folder_id'));
    return { success: true };
  });

  const commands = {
    resume: (id: string) => folders.resume(id),
    rescan: (id: string) => folders.rescan(id),
    lock: (id: string) => folders.lock(id),
  };
  for (const [command, run] of Object.entries(commands)) {
    app.post(`/folders/:folder_id/${command}/`, ADMIN, async (request) => run(param(request, 'folder_id')));
  }

  const answers = {
    accept: (id: string, token: string) => folders.accept(id, token),
    'put-back': (id: string, token: string) => folders.revert(id, token),
  };
  for (const [answer, give] of Object.entries(answers)) {
    app.post(`/folders/:folder_id/${answer}/`, ADMIN, async (request) =>
      give(param(request, 'folder_id'), required(bodyOf(request), 'token')),
    );
  }
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
