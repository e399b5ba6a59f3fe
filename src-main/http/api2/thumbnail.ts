import type { FastifyInstance } from 'fastify';
import type { ErrorOverrides } from '../error-wording.ts';
import { requiredPath } from '../present/item-paths.ts';
import { parseCount } from '../present/parse-fields.ts';
import { callerOf, LIBRARY, libraryIdOf, queryOf } from '../request-context.ts';
import { INERT_HEADERS } from '../security-headers.ts';
import type { HttpServices } from '../services.ts';

const ERRORS: ErrorOverrides = {
  'argument-missing': 'Path is missing.',
  'argument-invalid': {
    status: 400,
    text: ({ field, reason }) =>
      reason === 'no-picture' ? 'Unsupported file type.' : `${field ?? 'argument'} invalid.`,
  },
  'path-invalid': 'p invalid.',
};

/** Small pictures of pictures, as sync clients show them in listings. */
export function thumbnailRoutes(app: FastifyInstance, { thumbnails }: HttpServices): void {
  const config = { errors: ERRORS, anyType: true };
  app.get(`/repos/${LIBRARY}/thumbnail/`, { config }, async (request, reply) => {
    const place = { libraryId: libraryIdOf(request), path: requiredPath(queryOf(request), 'p') };
    const size = parseCount(queryOf(request), 'size');
    const picture = await thumbnails.find(callerOf(request), place, size);
    return reply.headers(INERT_HEADERS).type('image/png').send(Buffer.from(picture));
  });
}
