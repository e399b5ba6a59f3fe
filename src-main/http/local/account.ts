import type { FastifyInstance } from 'fastify';
import { CODE_SECONDS } from '../../usecases/accounts/sign-in.ts';
import { addressOf } from '../client-address.ts';
import type { HttpContext } from '../http-context.ts';
import { requireInPerson } from '../password-again.ts';
import { accountJson, deviceJson, parseSignIn } from '../present/accounts.ts';
import { bodyOf, callerOf, libraryIdOf, param } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

/** Signing in and out. */
export function sessionRoutes(app: FastifyInstance, { services, config }: HttpContext): void {
  const {
    accounts: { accounts },
    access: { people },
  } = services;
  localRoute(app, 'POST session/', async (request) => {
    const code = bodyOf(request).optional('code');
    const session =
      code === undefined
        ? await accounts.signInSession(parseSignIn(bodyOf(request), addressOf(request)))
        : accounts.signInWithCode(code);
    return { token: session.token, account: accountJson(people, session) };
  });

  localRoute(app, 'POST session/links/', async (request) => {
    const code = accounts.issueOwnSignInCode(request.token ?? '');
    const address = `${originOf(request)}/#/sign-in?code=${code}`;
    return { address, expires_in: CODE_SECONDS, is_desktop: config.isDesktop === true };
  });

  localRoute(app, 'POST session/password/', async (request) => {
    await accounts.givePassword(callerOf(request), {
      currentPassword: bodyOf(request).required('password'),
      address: addressOf(request),
      token: request.token ?? '',
    });
    return { success: true };
  });

  localRoute(app, 'DELETE session/', async (request) => {
    accounts.signOut(request.token ?? '');
    return { success: true };
  });
}

/** The caller's own account and devices, and what the command line makes for others. */
export function accountRoutes(
  app: FastifyInstance,
  { accounts: { accounts, devices }, access: { people } }: HttpServices,
): void {
  // The caller's own account, and what the command line makes for others.
  localRoute(app, 'GET account/', async (request) => accountJson(people, callerOf(request)));

  localRoute(app, 'POST users/', async (request) => {
    const body = bodyOf(request);
    const user = await accounts.createUser(callerOf(request), {
      email: body.required('email'),
      password: body.required('password'),
      name: body.text('name') ?? '',
      isAdmin: body.boolean('is_admin'),
    });
    return accountJson(people, user);
  });

  localRoute(app, 'POST tokens/', async (request) => {
    const body = bodyOf(request);
    const email = body.optional('email') ?? callerOf(request).email;
    const name = body.text('device');
    const device = name === undefined ? null : { name, platform: body.text('platform') ?? 'linux' };
    return { token: accounts.issueTokenOf(callerOf(request), email, device), email };
  });

  // The caller's own devices, and what they sync.
  localRoute(app, 'GET devices/', async (request) => ({
    devices: devices.syncing(callerOf(request)).map(deviceJson),
  }));

  localRoute(app, 'POST devices/', async (request) => {
    const body = bodyOf(request);
    const named = { name: body.required('name'), platform: body.text('platform') ?? 'linux' };
    const { device, password } = accounts.makeDevicePassword(request.token ?? '', named);
    return { device_id: device.deviceId, name: device.deviceName, password };
  });

  localRoute(app, 'GET devices/code/', async (request) => {
    const { state, leftSeconds, usedBy } = accounts.pairingState(request.token ?? '');
    const [device_id, device_name] = [usedBy?.deviceId ?? '', usedBy?.deviceName ?? ''];
    return { state, expires_in: leftSeconds, device_id, device_name };
  });

  localRoute(app, 'POST devices/code/', async (request) => {
    const { code, leftSeconds } = accounts.makePairingCode(request.token ?? '');
    return { code, email: callerOf(request).email, expires_in: leftSeconds };
  });

  localRoute(app, 'DELETE devices/code/', async (request) => {
    accounts.endPairingCode(request.token ?? '');
    return { success: true };
  });

  localRoute(app, 'DELETE devices/:device_id/', async (request) => {
    devices.revoke(callerOf(request), param(request, 'device_id'));
    return { success: true };
  });

  localRoute(app, 'DELETE devices/:device_id/libraries/:library_id/', async (request) => {
    devices.revokeLibrary(callerOf(request), param(request, 'device_id'), libraryIdOf(request));
    return { success: true };
  });
}

/** The password of the caller. */
export function ownPasswordRoutes(app: FastifyInstance, context: HttpContext): void {
  const {
    accounts: { accounts },
  } = context.services;
  localRoute(app, 'GET account/password/', async (request) => ({
    is_set: accounts.hasPassword(callerOf(request)),
  }));

  localRoute(app, 'PUT account/password/', async (request) => {
    const body = bodyOf(request);
    // Else a stolen session would set the one that it is asked for.
    if (!accounts.hasPassword(callerOf(request))) requireInPerson(request, context);
    return await accounts.changePassword(callerOf(request), {
      currentPassword: body.text('current_password') ?? '',
      newPassword: body.required('new_password'),
      address: addressOf(request),
      token: request.token ?? '',
    });
  });
}
