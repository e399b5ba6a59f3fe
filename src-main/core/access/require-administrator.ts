import { DomainError } from '../errors.ts';
import type { Caller } from './caller.ts';

/** @throws DomainError `permission-denied` with reason `administrator` */
export function requireAdministrator(caller: Caller): void {
  if (!caller.isAdmin) throw new DomainError('permission-denied', { reason: 'administrator' });
}
