import type { FastifyInstance } from 'fastify';
import type { BackupJson } from '../../../src-shared/backup-api.ts';
import { DomainError } from '../../core/errors.ts';
import { backupJson } from '../present/backup.ts';
import { optional, parseBoolean } from '../present/parse-fields.ts';
import { bodyOf, callerOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

const ADMIN = { config: { access: 'admin' } } as const;

/** The copy of everything in another place. */
export function backupRoutes(app: FastifyInstance, { backup }: HttpServices): void {
  app.get('/backup/', ADMIN, async (request): Promise<BackupJson> => {
    return backupJson(backup.status(callerOf(request)));
  });

  app.put('/backup/', ADMIN, async (request): Promise<BackupJson> => {
    const body = bodyOf(request);
    const folder = body.text('folder');
    if (folder === undefined) throw new DomainError('argument-missing', { field: 'folder' });
    const isDaily = parseBoolean(body, 'is_daily');
    return backupJson(await backup.configure(callerOf(request), folder === '' ? null : folder, isDaily));
  });

  app.post('/backup/run/', ADMIN, async (request): Promise<BackupJson> => {
    const folder = optional(bodyOf(request), 'folder') ?? null;
    return backupJson(await backup.start(callerOf(request), folder));
  });
}
