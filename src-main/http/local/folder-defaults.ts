import type { FastifyInstance } from 'fastify';
import type { FolderDefaultsJson } from '../../../src-shared/folders-api.ts';
import type { HttpServices } from '../services.ts';

/** What a newly linked folder begins with; for those who may link one. */
export function folderDefaultRoutes(app: FastifyInstance, { folders }: HttpServices): void {
  app.get(
    '/folders/defaults/',
    { config: { access: 'admin' } },
    async (): Promise<FolderDefaultsJson> => folders.defaults(),
  );
}
