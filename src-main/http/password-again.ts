import type { FastifyRequest } from 'fastify';
import type { PasswordAgain } from '../../src-shared/contract/call-spec.ts';
import { DomainError } from '../core/errors.ts';
import { isByNetwork } from './client-address.ts';
import type { HttpContext } from './http-context.ts';
import { bodyOf, callerOf, param } from './request-context.ts';
import { comesThroughOthers } from './request-guards.ts';

/**
 * Refuses what is declared to need a password again, once others than this computer reach the server: a stolen session
 * of an administrator would be an account of the host. For after the body is read.
 * @throws DomainError `password-needed`
 */
export function requirePasswordAgain(request: FastifyRequest, context: HttpContext): void {
  const again = request.routeOptions.config.call?.passwordAgain;
  if (again !== undefined && isAsked(again, request, context)) requireInPerson(request, context);
}

/** @throws DomainError `password-needed`, with reason `none-set` when a password would not help */
export function requireInPerson(request: FastifyRequest, { services, config }: HttpContext): void {
  const { accounts } = services.accounts;
  const isOthers =
    config.isReachedFromOutside() || isByNetwork(request.socket) || comesThroughOthers(request, config);
  if (!isOthers || accounts.isInPerson(request.token ?? '')) return;
  const reason = accounts.hasPassword(callerOf(request)) ? 'again' : 'none-set';
  throw new DomainError('password-needed', { reason });
}

function isAsked(again: PasswordAgain, request: FastifyRequest, { services }: HttpContext): boolean {
  if (again.whenSent !== undefined && !bodyOf(request).has(again.whenSent)) return false;
  if (again.for === 'host-disk') return true;
  const bearer = services.accounts.accounts.callerOf(request.token ?? '');
  return (typeof bearer === 'object' && bearer.kind === 'session') || opensHost(again, request, services);
}

/** Whether it makes an administrator, or gives one a password, with which the disk could be reached. */
function opensHost(
  { promotes, newPassword }: PasswordAgain,
  request: FastifyRequest,
  { accounts: { accounts } }: HttpContext['services'],
): boolean {
  const body = bodyOf(request);
  if (promotes !== undefined && body.boolean(promotes)) return true;
  if (newPassword === undefined || (newPassword === 'when-sent' && !body.has('password'))) return false;
  return accounts.isAdministrator(param(request, 'email'));
}
