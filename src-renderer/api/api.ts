import { createContext } from 'svelte';
import { createActivityApi } from './activity.ts';
import {
  createAdminApi,
  createAdminContentsApi,
  createAdminGroupsApi,
  createAdminUsersApi,
} from './admin.ts';
import { createAdminWorkApi } from './admin-work.ts';
import { createBackupApi } from './backup.ts';
import { createDeletedLibrariesApi } from './deleted-libraries.ts';
import { createDevicesApi } from './devices.ts';
import { EventStream } from './event-stream.svelte.ts';
import { createFilesApi } from './files.ts';
import { createFoldersApi } from './folders.ts';
import { createHistoryApi } from './history.ts';
import { createHistoryBrowsingApi } from './history-browsing.ts';
import type { HttpClient } from './http-client.ts';
import { createItemsApi } from './items.ts';
import { createLibrariesApi } from './libraries.ts';
import { createOverviewApi } from './overview.ts';
import { Pulse } from './pulse.svelte.ts';
import { createSearchApi } from './search.ts';
import { createSessionApi } from './session.ts';
import { createSharingApi } from './sharing.ts';
import { createTrashApi } from './trash.ts';
import { createVersionsApi } from './versions.ts';

/** Everything the service can be asked, one member a resource, and what it tells by itself. */
export function createApi(http: HttpClient, pulse = new Pulse()) {
  return {
    session: createSessionApi(http),
    libraries: createLibrariesApi(http),
    deletedLibraries: createDeletedLibrariesApi(http, 'own'),
    files: createFilesApi(http),
    items: createItemsApi(http),
    history: createHistoryApi(http),
    historyBrowsing: createHistoryBrowsingApi(http),
    versions: createVersionsApi(http),
    sharing: createSharingApi(http),
    trash: createTrashApi(http),
    folders: createFoldersApi(http),
    overview: createOverviewApi(http),
    search: createSearchApi(http),
    devices: createDevicesApi(http),
    activity: createActivityApi(http),
    admin: createAdminApi(http),
    adminContents: createAdminContentsApi(http),
    adminUsers: createAdminUsersApi(http),
    adminGroups: createAdminGroupsApi(http),
    adminWork: createAdminWorkApi(http),
    backup: createBackupApi(http),
    adminDeletedLibraries: createDeletedLibrariesApi(http, 'all'),
    events: new EventStream(http),
    /** Whether the client that was given is answered in time. */
    pulse,
  };
}

export type Api = ReturnType<typeof createApi>;

export const [getApi, setApi] = createContext<Api>();
