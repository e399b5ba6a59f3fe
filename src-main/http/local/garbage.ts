import type { FastifyInstance } from 'fastify';
import type { GarbageJson } from '../../../src-shared/local-api.ts';
import { DomainError } from '../../core/errors.ts';
import { parseBoolean } from '../present/parse-fields.ts';
import { bodyOf, callerOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

export function garbageRoutes(app: FastifyInstance, { garbage }: HttpServices): void {
  app.post('/gc/', { config: { access: 'admin' } }, async (request): Promise<GarbageJson> => {
    if (!parseBoolean(bodyOf(request), 'dry_run', false)) {
      throw new DomainError('argument-invalid', { field: 'dry_run', reason: 'only true is possible' });
    }
    return { ...(await garbage.plan(callerOf(request))), dry_run: true };
  });
}
