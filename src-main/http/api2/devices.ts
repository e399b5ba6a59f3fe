import type { FastifyInstance } from 'fastify';
import { deviceItem } from '../present/devices.ts';
import { parseBoolean, required } from '../present/parse-fields.ts';
import { callerOf, fieldsOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

const PATH = '/devices/';

/** The devices that the caller has signed in with. */
export function deviceRoutes(app: FastifyInstance, { devices }: HttpServices): void {
  app.get(PATH, async (request) => {
    const { email } = callerOf(request);
    return devices.list(callerOf(request)).map((device) => deviceItem(device, email));
  });

  app.delete(PATH, async (request) => {
    const fields = fieldsOf(request);
    devices.unlink(callerOf(request), {
      platform: required(fields, 'platform'),
      deviceId: required(fields, 'device_id'),
      isWiped: parseBoolean(fields, 'wipe_device'),
    });
    return { success: true };
  });
}
