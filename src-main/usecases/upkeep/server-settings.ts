import { type Caller, requireAdministrator } from '../../core/access/caller.ts';
import type { ServerSettingsTable } from '../../store/sqlite/server-settings.ts';
import { checkKeepDays } from '../libraries/libraries.ts';

/** What administrators decide for the whole server. */
export type ServerSettings = ReturnType<typeof createServerSettings>;

export function createServerSettings({ serverSettings }: { readonly serverSettings: ServerSettingsTable }) {
  return {
    /** Retention of libraries that are made from now on. @throws DomainError `permission-denied` */
    defaultKeepDays(caller: Caller): number {
      requireAdministrator(caller);
      return serverSettings.defaultKeepDays();
    },
    /** @throws DomainError `permission-denied`; `argument-invalid` for more than a century */
    setDefaultKeepDays(caller: Caller, keepDays: number): void {
      requireAdministrator(caller);
      serverSettings.setDefaultKeepDays(checkKeepDays(keepDays));
    },
  };
}
