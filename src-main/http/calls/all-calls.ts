import type { CallSpec, CallSpecs } from '../../../src-shared/contract/call-spec.ts';
import { LOCAL_CALLS, LOCAL_PREFIX } from '../../../src-shared/local-api.ts';
import { ADMIN_LIBRARIES_CALLS, ADMIN_PEOPLE_CALLS } from './admin.ts';
import { API2_ACCOUNT_CALLS } from './api2-account.ts';
import { API2_ITEMS_CALLS } from './api2-items.ts';
import { API2_LIBRARIES_CALLS } from './api2-libraries.ts';
import { PUBLIC_CALLS } from './public.ts';
import { SYNC_CALLS, TRANSFER_CALLS } from './seafhttp.ts';
import { V21_ITEMS_CALLS } from './v21-items.ts';
import { V21_LIBRARIES_CALLS } from './v21-libraries.ts';
import { V21_LIBRARY_TOKENS_CALLS } from './v21-library-tokens.ts';
import { V21_ACCOUNT_CALLS, V21_GROUPS_CALLS, V21_LINKS_CALLS } from './v21-people.ts';

/** Every call of the interface, by method and address. */
export const ALL_CALLS: CallSpecs = {
  ...API2_ACCOUNT_CALLS,
  ...API2_LIBRARIES_CALLS,
  ...API2_ITEMS_CALLS,
  ...V21_ACCOUNT_CALLS,
  ...V21_LIBRARIES_CALLS,
  ...V21_ITEMS_CALLS,
  ...V21_LIBRARY_TOKENS_CALLS,
  ...V21_LINKS_CALLS,
  ...V21_GROUPS_CALLS,
  ...ADMIN_LIBRARIES_CALLS,
  ...ADMIN_PEOPLE_CALLS,
  ...Object.fromEntries(
    Object.entries(LOCAL_CALLS).map(([name, call]) => [name.replace(' ', ` ${LOCAL_PREFIX}`), call]),
  ),
  ...TRANSFER_CALLS,
  ...SYNC_CALLS,
  ...PUBLIC_CALLS,
};

/** What is declared of a route; undefined when nothing is. @param url as registered */
export function declaredCall(method: string, url: string): CallSpec | undefined {
  return ALL_CALLS[`${method === 'HEAD' ? 'GET' : method} ${plainAddress(url)}`];
}

/** A fastify address without the rules of its parameters. */
export function plainAddress(url: string): string {
  return url.replace(/\([^/]*\)/g, '');
}
