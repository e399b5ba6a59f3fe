import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import type { ErrorOverrides } from '../error-wording.ts';
import { optional } from '../present/parse-fields.ts';
import { receivedShare } from '../present/shares.ts';
import { callerOf, fieldsOf, LIBRARY, libraryIdOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

const ERRORS: ErrorOverrides = {
  'library-not-found': { status: 400, text: 'Library does not exist' },
  'argument-invalid': { status: 400, text: 'Invalid argument' },
  'share-not-found': { status: 404, text: 'This library is not shared with you.' },
};

/** Libraries that others shared with the caller, and giving them up. */
export function besharedRepoRoutes(app: FastifyInstance, { shares }: HttpServices): void {
  app.get('/beshared-repos/', async (request) => shares.received(callerOf(request)).map(receivedShare));

  app.delete(`/beshared-repos/${LIBRARY}/`, { config: { errors: ERRORS } }, async (request) => {
    shares.requireLibrary(libraryIdOf(request));
    const fields = fieldsOf(request);
    // Who shares it is asked for by every client, and known here.
    const from = optional(fields, 'from');
    if (fields.text('share_type') !== 'personal' || from === undefined)
      throw new DomainError('argument-invalid', { field: 'share_type' });
    shares.leave(callerOf(request), libraryIdOf(request));
    return { success: true };
  });
}
