import type { FastifyInstance } from 'fastify';
import { addressOf } from '../client-address.ts';
import type { Fields } from '../declared-fields.ts';
import type { ErrorOverrides } from '../error-wording.ts';
import { parseDevice } from '../present/device.ts';
import { bodyOf } from '../request-context.ts';
import { RequestError } from '../request-error.ts';
import type { HttpServices } from '../services.ts';

const WRONG = 'Unable to login with provided credentials.';
const DEVICE_TEXTS: Readonly<Record<string, string>> = {
  device: 'invalid params',
  platform: 'invalid platform',
  device_id: 'invalid device id',
};

/** Clients show the one text of `non_field_errors` to their user. */
const ERRORS: ErrorOverrides = {
  'argument-invalid': {
    status: 400,
    text: ({ field = '' }) => DEVICE_TEXTS[field] ?? WRONG,
    key: 'non_field_errors',
  },
  'user-inactive': { status: 400, text: 'User account is disabled.', key: 'non_field_errors' },
};

export function authTokenRoutes(app: FastifyInstance, { accounts }: HttpServices): void {
  app.post('/auth-token/', { config: { access: 'anonymous', errors: ERRORS } }, async (request) => {
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
