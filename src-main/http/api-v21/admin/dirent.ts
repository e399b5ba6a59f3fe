import type { FastifyInstance } from 'fastify';
import { parsePath } from '../../../core/library/path.ts';
import { adminDirent } from '../../present/dirents.ts';
import { required } from '../../present/parse-fields.ts';
import { callerOf, fieldsOf, LIBRARY, libraryIdOf, queryOf } from '../../request-context.ts';
import { originOf } from '../../request-guards.ts';
import type { HttpServices } from '../../services.ts';
import { downloadUrl } from '../../transfer/download-url.ts';

const PATH = `/libraries/${LIBRARY}/dirent/`;

export function direntRoutes(app: FastifyInstance, { adminContents }: HttpServices): void {
  app.get(PATH, async (request) => {
    // An unknown library is said before anything about the path.
    adminContents.open(callerOf(request), libraryIdOf(request));
    const path = parsePath(required(queryOf(request), 'path'));
    const subject = [callerOf(request), libraryIdOf(request), path] as const;
    const dirent = await adminContents.entry(...subject);
    if (dirent.kind === 'dir' || queryOf(request).text('dl') !== '1') return adminDirent(dirent);
    return { download_url: downloadUrl(originOf(request), await adminContents.link(...subject)) };
  });

  app.delete(PATH, async (request) => {
    adminContents.open(callerOf(request), libraryIdOf(request));
    const path = parsePath(required(fieldsOf(request), 'path'));
    await adminContents.remove(callerOf(request), libraryIdOf(request), path);
    return { success: true };
  });
}
