import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { parsePath } from '../../core/library/path.ts';
import type { Fields } from '../declared-fields.ts';
import type { ErrorOverrides } from '../error-wording.ts';
import { required } from '../present/parse-fields.ts';
import { callerOf, fieldsOf, LIBRARY, libraryIdOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

const PATH = `/repos/${LIBRARY}/zip-task/`;

const ERRORS: ErrorOverrides = { 'path-invalid': 'dirents invalid.' };

/** Clients wait here until all is zipped and fetch it then; nothing has to be waited for. */
export function zipTaskRoutes(app: FastifyInstance, { zips }: HttpServices): void {
  const prepare = async (request: FastifyRequest) => {
    const wanted = parseZipRequest(fieldsOf(request));
    const zip_token = await zips.prepare(callerOf(request), { libraryId: libraryIdOf(request), ...wanted });
    return { zip_token };
  };

  app.post(PATH, { config: { errors: ERRORS } }, prepare);
  // Older clients put the same fields into the query.
  app.get(PATH, { config: { errors: ERRORS }, exposeHeadRoute: false }, prepare);

  app.get('/query-zip-progress/', { config: { access: 'anonymous' } }, async (request) => {
    const { fileCount, isCanceled } = zips.progress(required(fieldsOf(request), 'token'));
    return {
      zipped: fileCount,
      total: fileCount,
      failed: 0,
      failed_reason: '',
      canceled: isCanceled ? 1 : 0,
    };
  });

  app.post('/cancel-zip-task/', { config: { access: 'anonymous' } }, async (request) => {
    zips.cancel(required(fieldsOf(request), 'token'));
    return { success: true };
  });
}

/** @throws DomainError `argument-missing`, `argument-invalid`, `path-invalid` */
function parseZipRequest(fields: Fields): { parentDir: string; names: readonly string[] } {
  const parentDir = parseParentDir(required(fields, 'parent_dir'));
  const names = fields.list('dirents');
  const isWhole = names.length === 1 && names[0] === '/' && parentDir === '/';
  const areNames = names.length > 0 && names.every((name) => name !== '' && !name.includes('/'));
  if (!isWhole && !areNames) throw new DomainError('argument-invalid', { field: 'dirents' });
  return { parentDir, names: isWhole ? [''] : names };
}

function parseParentDir(text: string): string {
  try {
    return parsePath(text);
  } catch (cause) {
    throw new DomainError('argument-invalid', { field: 'parent_dir' }, cause);
  }
}
