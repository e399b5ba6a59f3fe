import type { FastifyInstance } from 'fastify';
import { callerOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

export function defaultRepoRoutes(app: FastifyInstance, { libraries }: HttpServices): void {
  const present = (id: string | null) => ({ repo_id: id ?? '', exists: id !== null });
  app.get('/default-repo/', async (request) => present(libraries.defaultLibrary(callerOf(request))));
  app.post('/default-repo/', async (request) =>
    present(await libraries.ensureDefaultLibrary(callerOf(request))),
  );
}
