import { ADMIN_CALLS } from './admin-api.ts';
import { BACKUP_CALLS } from './backup-api.ts';
import { CHANGE_LOG_CALLS } from './change-log-api.ts';
import { COMPARE_CALLS } from './compare-api.ts';
import { CONFLICTS_CALLS } from './conflicts-api.ts';
import { CONTENTS_CALLS } from './contents-api.ts';
import type { Sent } from './contract/field-spec.ts';
import type { Shape } from './contract/shape.ts';
import { DEVICES_CALLS } from './devices-api.ts';
import { ERASURES_CALLS } from './erasures-api.ts';
import { FOLDER_CHOICES_CALLS } from './folder-choices-api.ts';
import { FOLDERS_CALLS } from './folders-api.ts';
import { HISTORY_BROWSING_CALLS } from './history-browsing-api.ts';
import { INTEGRITY_CALLS } from './integrity-api.ts';
import { ITEMS_CALLS } from './items-api.ts';
import { LIBRARIES_CALLS } from './libraries-api.ts';
import { LIBRARY_ACCESS_CALLS } from './library-access-api.ts';
import { LIBRARY_PASSWORD_CALLS } from './library-password-api.ts';
import { OVERVIEW_CALLS } from './overview-api.ts';
import { REACH_CALLS } from './reach-api.ts';
import { REHEARSAL_CALLS } from './rehearsal-api.ts';
import { SEARCH_CALLS } from './search-api.ts';
import { SESSION_CALLS } from './session-api.ts';
import { SHARING_CALLS } from './sharing-api.ts';
import { STORAGE_CALLS } from './storage-api.ts';
import { TRASH_CALLS } from './trash-api.ts';
import { UPKEEP_CALLS } from './upkeep-api.ts';
import { VERSIONS_CALLS } from './versions-api.ts';

/** Where all of it is served. */
export const LOCAL_PREFIX = '/api/local/v1/';

/**
 * Every call of Keepfold's own surface, for the UI and the command line, by method and address below the prefix: what it
 * takes, answers and may be refused with. Routes, their checks, the description of the interface and the page's client come
 * from this table, and their types too. The page imports only types from it.
 *
 * Names are snake_case like the rest of the wire. Times are Unix seconds, sizes bytes. A `cursor` is opaque; null means that
 * there is no further page. Errors are a `LocalErrorJson` on every call.
 */
export const LOCAL_CALLS = {
  ...SESSION_CALLS,
  ...LIBRARIES_CALLS,
  ...CONTENTS_CALLS,
  ...ITEMS_CALLS,
  ...HISTORY_BROWSING_CALLS,
  ...COMPARE_CALLS,
  ...ERASURES_CALLS,
  ...VERSIONS_CALLS,
  ...TRASH_CALLS,
  ...SHARING_CALLS,
  ...LIBRARY_ACCESS_CALLS,
  ...LIBRARY_PASSWORD_CALLS,
  ...CONFLICTS_CALLS,
  ...OVERVIEW_CALLS,
  ...CHANGE_LOG_CALLS,
  ...SEARCH_CALLS,
  ...FOLDERS_CALLS,
  ...FOLDER_CHOICES_CALLS,
  ...DEVICES_CALLS,
  ...BACKUP_CALLS,
  ...REHEARSAL_CALLS,
  ...INTEGRITY_CALLS,
  ...REACH_CALLS,
  ...ADMIN_CALLS,
  ...UPKEEP_CALLS,
  ...STORAGE_CALLS,
} as const;

/** Method and address below the prefix. */
export type LocalCall = keyof typeof LOCAL_CALLS;

type Spec<C extends LocalCall> = (typeof LOCAL_CALLS)[C];
type Part<S, Name extends string> = S extends { readonly [N in Name]: infer Fields }
  ? Fields
  : Record<never, never>;
type InAddress<Address> = Address extends `${string}:${infer Name}/${infer Rest}`
  ? Name | InAddress<Rest>
  : never;

/** The fields that a call declares, by where they are sent. */
export type QueryOf<C extends LocalCall> = Part<Spec<C>, 'query'>;
export type BodyOf<C extends LocalCall> = Part<Spec<C>, 'body'>;

/** What a call takes: of its query and of its body. */
export type FieldsOf<C extends LocalCall> = Sent<QueryOf<C>> & Sent<BodyOf<C>>;

/** All arguments of a call: the parameters of its address, and its fields. Null stands for absent. */
export type ArgumentsOf<C extends LocalCall> = { readonly [Name in InAddress<C>]: string | number } & Sent<
  QueryOf<C>,
  null | undefined
> &
  Sent<BodyOf<C>, null | undefined>;

/** What a call answers. */
export type AnswerOf<C extends LocalCall> = Spec<C>['answer'] extends Shape<infer Answer> ? Answer : never;
