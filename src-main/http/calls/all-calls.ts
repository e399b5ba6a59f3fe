import type { CallSpec, CallSpecs } from '../../../src-shared/contract/call-spec.ts';
import { ADMIN_LIBRARIES_CALLS } from './admin-libraries.ts';
import { ADMIN_PEOPLE_CALLS } from './admin-people.ts';
import { API2_ACCOUNT_CALLS } from './api2-account.ts';
import { API2_ITEMS_CALLS } from './api2-items.ts';
import { API2_LIBRARIES_CALLS } from './api2-libraries.ts';
import { LOCAL_ADMIN_CALLS } from './local-admin.ts';
import { LOCAL_ADMIN_WORK_CALLS } from './local-admin-work.ts';
import { LOCAL_BACKUP_CALLS } from './local-backup.ts';
import { LOCAL_CHANGE_LOG_CALLS } from './local-change-log.ts';
import { LOCAL_COMPARING_CALLS } from './local-comparing.ts';
import { LOCAL_FOLDER_DEFAULTS_CALLS } from './local-folder-defaults.ts';
import { LOCAL_HISTORY_BROWSING_CALLS } from './local-history-browsing.ts';
import { LOCAL_ITEMS_CALLS } from './local-items.ts';
import { LOCAL_LIBRARIES_CALLS } from './local-libraries.ts';
import { LOCAL_OVERVIEW_CALLS } from './local-overview.ts';
import { LOCAL_OWN_PASSWORD_CALLS } from './local-own-password.ts';
import { LOCAL_SEARCH_CALLS } from './local-search.ts';
import { LOCAL_SERVER_CALLS } from './local-server.ts';
import { LOCAL_SHARING_CALLS } from './local-sharing.ts';
import { LOCAL_TRASH_CALLS } from './local-trash.ts';
import { PUBLIC_CALLS } from './public.ts';
import { SYNC_CALLS } from './sync.ts';
import { TRANSFER_CALLS } from './transfer.ts';
import { V21_ACCOUNT_CALLS } from './v21-account.ts';
import { V21_GROUPS_CALLS } from './v21-groups.ts';
import { V21_ITEMS_CALLS } from './v21-items.ts';
import { V21_LIBRARIES_CALLS } from './v21-libraries.ts';
import { V21_LINKS_CALLS } from './v21-links.ts';

/** Every call of the interface, by method and address. */
export const ALL_CALLS: CallSpecs = {
  ...API2_ACCOUNT_CALLS,
  ...API2_LIBRARIES_CALLS,
  ...API2_ITEMS_CALLS,
  ...V21_ACCOUNT_CALLS,
  ...V21_LIBRARIES_CALLS,
  ...V21_ITEMS_CALLS,
  ...V21_LINKS_CALLS,
  ...V21_GROUPS_CALLS,
  ...ADMIN_LIBRARIES_CALLS,
  ...ADMIN_PEOPLE_CALLS,
  ...LOCAL_ADMIN_CALLS,
  ...LOCAL_ADMIN_WORK_CALLS,
  ...LOCAL_LIBRARIES_CALLS,
  ...LOCAL_HISTORY_BROWSING_CALLS,
  ...LOCAL_OVERVIEW_CALLS,
  ...LOCAL_SEARCH_CALLS,
  ...LOCAL_SERVER_CALLS,
  ...LOCAL_OWN_PASSWORD_CALLS,
  ...LOCAL_FOLDER_DEFAULTS_CALLS,
  ...LOCAL_BACKUP_CALLS,
  ...LOCAL_CHANGE_LOG_CALLS,
  ...LOCAL_ITEMS_CALLS,
  ...LOCAL_TRASH_CALLS,
  ...LOCAL_SHARING_CALLS,
  ...LOCAL_COMPARING_CALLS,
  ...TRANSFER_CALLS,
  ...SYNC_CALLS,
  ...PUBLIC_CALLS,
};

/**
 * What is declared of a route; undefined when nothing is.
 * @param url as registered
 */
export function declaredCall(method: string, url: string): CallSpec | undefined {
  return ALL_CALLS[`${method === 'HEAD' ? 'GET' : method} ${plainAddress(url)}`];
}

/** A fastify address without the rules of its parameters. */
export function plainAddress(url: string): string {
  return url.replace(/\([^/]*\)/g, '');
}
