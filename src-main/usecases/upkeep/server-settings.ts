import { type Caller, requireAdministrator } from '../../core/access/caller.ts';
import type { Ports } from '../../engine/ports.ts';
import { checkKeepDays } from '../libraries/libraries.ts';

/** What administrators decide for the whole server. */
export type ServerSettings = ReturnType<typeof createServerSettings>;

export function createServerSettings({ serverSettings, events }: Pick<Ports, 'serverSettings' | 'events'>) {
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
      events.emit({ type: 'libraries' });
    },
  };
}
