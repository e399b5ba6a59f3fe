import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { addressOf } from '../client-address.ts';
import type { Fields } from '../declared-fields.ts';
import type { ErrorOverrides } from '../error-wording.ts';
import type { HttpConfig } from '../http-context.ts';
import { accountInfo, deviceItem, NAME_ERRORS, parseDevice } from '../present/accounts.ts';
import { avatarUrl } from '../present/values.ts';
import { bodyOf, callerOf, fieldsOf } from '../request-context.ts';
import { RequestError } from '../request-error.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';

/** What clients ask of the server itself. */
export function serverRoutes(app: FastifyInstance, { version }: HttpConfig): void {
  // What clients switch on by. Features of paid servers are left out: clients would show menus that lead
  // nowhere.
  app.get('/server-info/', { config: { access: 'anonymous' } }, async () => ({
    version,
    // The version clients make new encrypted libraries with; the widest set of them opens it.
    encrypted_library_version: 2,
    features: ['seafile-basic', 'file-search'],
  }));

  app.get('/ping/', { config: { access: 'anonymous' } }, async () => 'pong');
  app.get('/auth/ping/', async () => 'pong');

  // There are no messages here; desktop clients ask every few minutes.
  app.get('/unseen_messages/', async () => ({ count: 0 }));

  // Pictures of people: there is one for all.
  app.get('/avatars/user/:email/resized/:size(^[0-9]{1,4}$)/', async (request) => ({
    url: avatarUrl(originOf(request)),
    is_default: true,
    mtime: 0,
  }));
}

const WRONG = 'Unable to login with provided credentials.';
const DEVICE_TEXTS: Readonly<Record<string, string>> = {
  device: 'invalid params',
  platform: 'invalid platform',
  device_id: 'invalid device id',
};

/** Clients show the one text of `non_field_errors` to their user. */
const SIGN_IN_ERRORS: ErrorOverrides = {
  'argument-invalid': {
    status: 400,
    text: ({ field = '' }) => DEVICE_TEXTS[field] ?? WRONG,
    key: 'non_field_errors',
  },
  'user-inactive': { status: 400, text: 'User account is disabled.', key: 'non_field_errors' },
};

const DEVICES = '/devices/';

/** Signing in and out, and what belongs to the caller. */
export function accountRoutes(
  app: FastifyInstance,
  { accounts: { accounts, devices }, libraries: { libraries } }: HttpServices,
): void {
  app.post('/auth-token/', { config: { access: 'anonymous', errors: SIGN_IN_ERRORS } }, async (request) => {
    const body = bodyOf(request);
    const { login, password } = parseCredentials(body);
    const device = parseDevice(body);
    return accounts.signIn({
      login,
      password,
      address: addressOf(request),
      ...(device === null ? {} : { device }),
    });
  });

  const present = (request: FastifyRequest) => {
    const caller = callerOf(request);
    const profile = accounts.profile(caller.email);
    if (profile === null) throw new DomainError('user-not-found', { value: caller.email });
    const own = libraries.list(caller, { kinds: new Set(['mine']) });
    const usedBytes = own.reduce((sum, { library }) => sum + library.sizeBytes, 0);
    const quotaBytes = accounts.quotaBytes(caller.email);
    return accountInfo({
      profile,
      isAdmin: caller.isAdmin,
      quotaBytes,
      usedBytes,
      origin: originOf(request),
    });
  };

  app.get('/account/info/', async (request) => present(request));

  app.put('/account/info/', { config: { errors: NAME_ERRORS } }, async (request) => {
    const name = bodyOf(request).optional('name');
    if (name !== undefined) accounts.updateOwnName(callerOf(request), name);
    return present(request);
  });

  app.post('/logout-device/', async (request) => {
    accounts.signOut(request.token ?? '');
    return {};
  });

  // A code by which a program opens our page in the browser, signed in: `public/client-pages.ts`.
  app.post('/client-login/', async (request) => ({ token: accounts.issueClientCode(request.token ?? '') }));

  // The devices that the caller has signed in with.
  app.get(DEVICES, async (request) => {
    const { email } = callerOf(request);
    return devices.list(callerOf(request)).map((device) => deviceItem(device, email));
  });

  app.delete(DEVICES, async (request) => {
    const fields = fieldsOf(request);
    devices.unlink(callerOf(request), {
      platform: fields.required('platform'),
      deviceId: fields.required('device_id'),
      isWiped: fields.boolean('wipe_device'),
    });
    return { success: true };
  });
}

function parseCredentials(body: Fields): { login: string; password: string } {
  const login = body.text('username');
  const password = body.text('password');
  const problems = { ...fieldProblem('username', login), ...fieldProblem('password', password) };
  if (login && password) return { login, password };
  throw new RequestError(400, 'argument-missing', 'A field is missing.', { body: problems });
}

function fieldProblem(name: string, value: string | undefined): Record<string, string[]> {
  if (value === undefined) return { [name]: ['This field is required.'] };
  return value === '' ? { [name]: ['This field may not be blank.'] } : {};
}
