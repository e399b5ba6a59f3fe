import type {
  GarbageJson,
  JobJson,
  JobKind,
  JobsJson,
  RetentionEffectJson,
  ServerSettingsJson,
} from '../../src-shared/upkeep-api.ts';
import type { HttpClient } from './http-client.ts';

/** Long work over all libraries, and what holds for the whole server. */
export function createAdminWorkApi(http: HttpClient) {
  return {
    jobs: () => http.request<JobsJson>('GET', 'admin/jobs/'),
    start: (kind: JobKind) => http.request<JobJson>('POST', 'admin/jobs/', { body: { kind } }),
    cancel: (id: string) => http.request<JobJson>('DELETE', `admin/jobs/${id}/`),
    /** What a clean-up would free; frees nothing. */
    cleanUpPlan: () => http.request<GarbageJson>('POST', 'garbage/', { body: { dry_run: true } }),
    /** @param libraryId null: every library that keeps more now. */
    whatIf: (keepDays: number, libraryId: string | null) =>
      http.request<RetentionEffectJson>('POST', 'admin/storage/what-if/', {
        body: { keep_days: keepDays, ...(libraryId === null ? {} : { library_id: libraryId }) },
      }),
    settings: () => http.request<ServerSettingsJson>('GET', 'admin/settings/'),
    changeSettings: (body: Partial<ServerSettingsJson>) =>
      http.request<ServerSettingsJson>('PATCH', 'admin/settings/', { body }),
  };
}
