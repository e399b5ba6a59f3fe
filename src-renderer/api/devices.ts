import type { DevicesJson } from '../../src-shared/devices-api.ts';
import type { HttpClient } from './http-client.ts';

/** Devices by which the account reaches the server, and its token for programs. */
export function createDevicesApi(http: HttpClient) {
  return {
    list: () => http.request<DevicesJson>('GET', 'devices/'),
    revoke: (deviceId: string) =>
      http.request<{ success: true }>('DELETE', `devices/${encodeURIComponent(deviceId)}/`),
    /** The same at each call until it is revoked. For administrators. */
    token: () => http.request<{ token: string }>('POST', 'tokens/', { body: {} }),
    /** The description of the interface, as a page. */
    docs: async (): Promise<Blob> => (await http.open('docs/', new AbortController().signal)).blob(),
  };
}
