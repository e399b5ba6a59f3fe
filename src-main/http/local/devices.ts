import type { FastifyInstance } from 'fastify';
import { deviceJson } from '../present/devices.ts';
import { callerOf, libraryIdOf, param } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

/** The caller's own devices, and what they sync. */
export function localDeviceRoutes(app: FastifyInstance, { devices }: HttpServices): void {
  localRoute(app, 'GET devices/', async (request) => ({
    devices: devices.syncing(callerOf(request)).map(deviceJson),
  }));

  localRoute(app, 'DELETE devices/:device_id/', async (request) => {
    devices.revoke(callerOf(request), param(request, 'device_id'));
    return { success: true };
  });

  localRoute(app, 'DELETE devices/:device_id/libraries/:library_id/', async (request) => {
    devices.revokeLibrary(callerOf(request), param(request, 'device_id'), libraryIdOf(request));
    return { success: true };
  });
}
