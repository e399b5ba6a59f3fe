import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { Accounts } from '../../usecases/accounts/accounts.ts';
import { addressOf } from '../client-address.ts';
import { RequestError } from '../request-error.ts';

const CHALLENGE = { 'www-authenticate': 'Basic realm="Keepfold", charset="UTF-8"' };
/** What says that this is not the account, whatever of it is wrong. */
const REFUSED: ReadonlySet<string> = new Set([
  'argument-missing',
  'argument-invalid',
  'credentials-wrong',
  'user-inactive',
]);

/** Who asks, from the header alone. @throws RequestError 401; DomainError `throttled`, `busy` */
export async function signedIn(
  request: FastifyRequest,
  { callerOfBasic }: Pick<Accounts, 'callerOfBasic'>,
): Promise<Caller> {
  const given = credentialsIn(request.headers.authorization);
  if (given === null) throw unauthorized('A name and a password are needed.');
  try {
    return await callerOfBasic({ ...given, address: addressOf(request) });
  } catch (error) {
    if (error instanceof DomainError && REFUSED.has(error.code))
      throw unauthorized('The name or the password is not right.');
    throw error;
  }
}

function unauthorized(text: string): RequestError {
  return new RequestError(401, 'unauthenticated', text, { headers: CHALLENGE });
}

/** Null: none that can be read. Passwords may have colons, names none. */
function credentialsIn(header: string | undefined): { login: string; password: string } | null {
  const [, coded] = /^basic +([a-z0-9+/]+={0,2})$/i.exec((header ?? '').trim()) ?? [];
  if (coded === undefined) return null;
  const text = Buffer.from(coded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? null : { login: text.slice(0, colon), password: text.slice(colon + 1) };
}
