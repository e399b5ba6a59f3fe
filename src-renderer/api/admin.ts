import type {
  AddedMembersJson,
  AdminCreateGroupJson,
  AdminCreateLibraryJson,
  AdminGroupJson,
  AdminGroupMembersJson,
  AdminGroupsPageJson,
  AdminLibrariesPageJson,
  AdminLibrarySort,
  AdminUpdateLibraryJson,
  AdminUpdateUserJson,
  AdminUserJson,
  AdminUsersPageJson,
  AdminVisitsPageJson,
  LibraryOwnersJson,
  NewPasswordJson,
} from '../../src-shared/admin-api.ts';
import type { DownloadLinkJson, EntriesPageJson, EntryJson } from '../../src-shared/contents-api.ts';
import type { LibrariesJson, LocalLibraryJson } from '../../src-shared/libraries-api.ts';
import type { AccountJson } from '../../src-shared/session-api.ts';
import type { ListingRequest } from './files.ts';
import type { HttpClient } from './http-client.ts';

export interface AdminFilter {
  /** Part of a name; empty: every name. */
  readonly search: string;
  /** Empty: every owner. */
  readonly owner: string;
  readonly sort: AdminLibrarySort;
  readonly order: 'asc' | 'desc';
}

export interface NewUser {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly is_admin: boolean;
}

type Done = { success: true };

export function createAdminApi(http: HttpClient) {
  return {
    libraries: (filter: AdminFilter, cursor: string | null) =>
      http.request<AdminLibrariesPageJson>('GET', 'admin/libraries/', {
        query: { ...filter, search: filter.search || null, owner: filter.owner || null, cursor },
      }),
    library: (id: string) => http.request<LocalLibraryJson>('GET', `admin/libraries/${id}/`),
    createLibrary: (body: AdminCreateLibraryJson) =>
      http.request<LocalLibraryJson>('POST', 'admin/libraries/', { body }),
    updateLibrary: (id: string, body: AdminUpdateLibraryJson) =>
      http.request<LocalLibraryJson>('PATCH', `admin/libraries/${id}/`, { body }),
    removeLibrary: (id: string) => http.request<Done>('DELETE', `admin/libraries/${id}/`),
    /** Users and departments that a library can be given to. */
    owners: (search: string) =>
      http.request<LibraryOwnersJson>('GET', 'admin/owners/', { query: { search: search || null } }),
    visits: (libraryId: string, cursor: string | null) =>
      http.request<AdminVisitsPageJson>('GET', `libraries/${libraryId}/admin-visits/`, { query: { cursor } }),
  };
}

/** Inside libraries of others. */
export function createAdminContentsApi(http: HttpClient) {
  const base = (id: string) => `admin/libraries/${id}`;
  return {
    list: (id: string, { path, sort, order }: Omit<ListingRequest, 'commitId'>, cursor: string | null) =>
      http.request<EntriesPageJson>('GET', `${base(id)}/entries/`, { query: { path, sort, order, cursor } }),
    remove: (id: string, path: string) =>
      http.request<Done>('DELETE', `${base(id)}/entries/`, { query: { path } }),
    createFolder: (id: string, path: string) =>
      http.request<EntryJson>('POST', `${base(id)}/folders/`, { body: { path } }),
    downloadLink: (id: string, path: string) =>
      http.request<DownloadLinkJson>('POST', `${base(id)}/download-link/`, { body: { path } }),
  };
}

export function createAdminUsersApi(http: HttpClient) {
  const one = (email: string) => `admin/users/${encodeURIComponent(email)}/`;
  return {
    page: (search: string, cursor: string | null) =>
      http.request<AdminUsersPageJson>('GET', 'admin/users/', { query: { search: search || null, cursor } }),
    create: (body: NewUser) => http.request<AccountJson>('POST', 'users/', { body }),
    update: (email: string, body: AdminUpdateUserJson) =>
      http.request<AdminUserJson>('PATCH', one(email), { body }),
    resetPassword: (email: string) =>
      http.request<NewPasswordJson>('POST', `${one(email)}reset-password/`, { body: {} }),
    /** @param heir who gets the libraries; null: they move to the deleted ones. */
    remove: (email: string, heir: string | null) =>
      http.request<Done>('DELETE', one(email), { query: { transfer_to: heir } }),
  };
}

export function createAdminGroupsApi(http: HttpClient) {
  const one = (id: number) => `admin/groups/${id}/`;
  const member = (id: number, email: string) => `${one(id)}members/${encodeURIComponent(email)}/`;
  return {
    page: (search: string, cursor: string | null) =>
      http.request<AdminGroupsPageJson>('GET', 'admin/groups/', {
        query: { search: search || null, cursor },
      }),
    create: (body: AdminCreateGroupJson) => http.request<AdminGroupJson>('POST', 'admin/groups/', { body }),
    rename: (id: number, name: string) => http.request<AdminGroupJson>('PATCH', one(id), { body: { name } }),
    remove: (id: number) => http.request<Done>('DELETE', one(id)),
    libraries: (id: number) => http.request<LibrariesJson>('GET', `${one(id)}libraries/`),
    members: (id: number) => http.request<AdminGroupMembersJson>('GET', `${one(id)}members/`),
    addMembers: (id: number, email: readonly string[]) =>
      http.request<AddedMembersJson>('POST', `${one(id)}members/`, { body: { email } }),
    setRole: (id: number, email: string, role: 'admin' | 'member') =>
      http.request<AdminGroupMembersJson>('PATCH', member(id, email), { body: { role } }),
    removeMember: (id: number, email: string) =>
      http.request<AdminGroupMembersJson>('DELETE', member(id, email)),
  };
}

export type AdminApi = ReturnType<typeof createAdminApi>;
