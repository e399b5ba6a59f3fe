import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { parsePath } from '../../core/library/path.ts';
import { required } from '../present/parse-fields.ts';
import { callerOf, LIBRARY, libraryIdOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

const ERRORS = {
  'path-invalid': 'parent_dir invalid.',
  'name-invalid': 'file_name invalid.',
} as const;

export function fileUploadedBytesRoutes(app: FastifyInstance, { partialUploads }: HttpServices): void {
  const path = `/repos/${LIBRARY}/file-uploaded-bytes/`;
  app.get(path, { config: { errors: ERRORS } }, async (request, reply) => {
    const folder = parsePath(required(queryOf(request), 'parent_dir'));
    const name = required(queryOf(request), 'file_name');
    if (name.includes('/')) throw new DomainError('name-invalid', { value: name });
    const asked = { folder, name };
    const bytes = await partialUploads.uploadedBytes(callerOf(request), libraryIdOf(request), asked);
    // The header is what tells clients that a file may come in parts.
    if (bytes !== null) reply.header('accept-ranges', 'bytes');
    return { uploadedBytes: bytes ?? 0 };
  });
}
