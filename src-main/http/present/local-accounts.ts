import type { AccountJson } from '../../../src-shared/session-api.ts';
import type { Caller } from '../../core/access/caller.ts';
import type { People } from '../../usecases/access/people.ts';

export function accountJson(people: People, { email, isAdmin }: Caller): AccountJson {
  return { email, name: people.displayName(email), is_admin: isAdmin };
}
