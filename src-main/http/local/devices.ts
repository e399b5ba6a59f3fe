import type { FastifyInstance } from 'fastify';
import type { DevicesJson } from '../../../src-shared/devices-api.ts';
import { deviceJson } from '../present/devices.ts';
import { callerOf, LIBRARY, libraryIdOf, param } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

/** The caller's own devices, and what they sync. */
export function localDeviceRoutes(app: FastifyInstance, { devices }: HttpServices): void {
  app.get(
    '/devices/',
    async (request): Promise<DevicesJson> => ({
      devices: devices.syncing(callerOf(request)).map(deviceJson),
    }),
  );

  app.delete('/devices/:device_id/', async (request) => {
    devices.revoke(callerOf(request), param(request, 'device_id'));
    return { success: true };
  });

  app.delete(`/devices/:device_id/libraries/${LIBRARY}/`, async (request) => {
    devices.revokeLibrary(callerOf(request), param(request, 'device_id'), libraryIdOf(request));
    return { success: true };
  });
}
