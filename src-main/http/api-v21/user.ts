import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import type { ErrorOverrides } from '../error-wording.ts';
import { userItem } from '../present/account.ts';
import { NAME_ERRORS } from '../present/account-name.ts';
import { optional, parseBoolean } from '../present/parse-fields.ts';
import { bodyOf, callerOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

const PATH = '/user/';

const ERRORS: ErrorOverrides = { ...NAME_ERRORS, 'permission-denied': 'Feature disabled.' };

/** Facts that only administrators change: mail goes there, and one signs in with it. */
const KEPT = ['contact_email', 'telephone', 'login_id'] as const;

/** The caller's own account. */
export function userRoutes(app: FastifyInstance, { accounts }: HttpServices): void {
  const present = (request: FastifyRequest) => {
    const { email } = callerOf(request);
    const profile = accounts.profile(email);
    if (profile === null) throw new DomainError('user-not-found', { value: email });
    return userItem(profile);
  };

  app.get(PATH, async (request) => present(request));

  app.put(PATH, { config: { errors: ERRORS } }, async (request) => {
    const body = bodyOf(request);
    const now = present(request);
    // Everybody is found by people who look for them; only what is no answer at all is refused.
    parseBoolean(body, 'list_in_address_book');
    for (const field of KEPT) {
      if ((optional(body, field) ?? now[field]) !== now[field])
        throw new DomainError('permission-denied', { field });
    }
    const name = optional(body, 'name');
    if (name !== undefined) accounts.updateOwnName(callerOf(request), name);
    return present(request);
  });
}
