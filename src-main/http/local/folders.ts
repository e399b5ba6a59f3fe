import type { FastifyInstance } from 'fastify';
import type { FoldersJson } from '../../../src-shared/local-api.ts';
import { optional, required } from '../present/parse-fields.ts';
import { bodyOf, callerOf, param, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

/** They show and change what is on the server's disk. */
const ADMIN = { config: { access: 'admin' } } as const;

export function folderRoutes(app: FastifyInstance, { folders, disk }: HttpServices): void {
  app.get('/folders/', ADMIN, async (): Promise<FoldersJson> => ({ folders: folders.list() }));

  app.get('/folders/preflight/', ADMIN, async (request) =>
    folders.preflight(required(queryOf(request), 'path')),
  );

  app.get('/browse/', ADMIN, async (request) => disk.browse(queryOf(request).text('path') ?? ''));

  app.post('/folders/', ADMIN, async (request) => {
    const body = bodyOf(request);
    const library = optional(body, 'library');
    const name = optional(body, 'name');
    const wanted = {
      path: required(body, 'path'),
      ...(library === undefined ? {} : { library }),
      ...(name === undefined ? {} : { name }),
    };
    return folders.link(wanted, callerOf(request));
  });

  app.get('/folders/:folder_id/', ADMIN, async (request) => folders.find(param(request, 'folder_id')));

  app.delete('/folders/:folder_id/', ADMIN, async (request) => {
    await folders.unlink(param(request, 'folder_id'));
    return { success: true };
  });

  const commands = {
    pause: (id: string) => folders.pause(id),
    resume: (id: string) => folders.resume(id),
    rescan: (id: string) => folders.rescan(id),
    accept: (id: string) => folders.accept(id),
    'put-back': (id: string) => folders.putBack(id),
  };
  for (const [command, run] of Object.entries(commands)) {
    app.post(`/folders/:folder_id/${command}/`, ADMIN, async (request) => run(param(request, 'folder_id')));
  }
}
