import type { ChangeKindJson, ChangeLogPageJson } from '../../src-shared/change-log-api.ts';
import type { DevicesJson } from '../../src-shared/devices-api.ts';
import type { HttpClient } from './http-client.ts';

/** Which commits of the log are asked for; null and empty: any. */
export interface LogFilter {
  readonly library: string | null;
  readonly kind: ChangeKindJson | null;
  readonly text: string;
}

/** What happened everywhere, and who asked for it. */
export function createActivityApi(http: HttpClient) {
  return {
    log: ({ library, kind, text }: LogFilter, cursor: string | null) =>
      http.request<ChangeLogPageJson>('GET', 'change-log/', {
        query: { library, kind, text: text === '' ? null : text, cursor },
      }),
    /** The caller's own, used last first. */
    devices: () => http.request<DevicesJson>('GET', 'devices/'),
  };
}
