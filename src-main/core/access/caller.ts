import { DomainError } from '../errors.ts';
import type { LibraryId } from '../library/library-id.ts';

/** Who asks. Services take a caller and decide themselves what it may do. */
export interface Caller {
  readonly email: string;
  readonly isAdmin: boolean;
  /** A page or command of ours asks, which itself asks the person before it takes much away. Absent: another program may. */
  readonly asksFirst?: boolean;
  /** Set where a library token asks, which reaches that library alone; by the hex SHA-256 of the token. */
  readonly libraryToken?: { readonly libraryId: LibraryId; readonly hash: string };
}

/** The caller of work that is due by itself: the server, which may do what administrators may. */
export const SERVER: Caller = { email: '', isAdmin: true };

export type Permission = 'rw' | 'r';

/** Who gives a command to the engine, which knows no callers. */
export function by({ email, asksFirst = false }: Caller): {
  readonly author: string;
  readonly asksFirst: boolean;
} {
  return { author: email, asksFirst };
}

/** @throws DomainError `permission-denied` with reason `administrator` */
export function requireAdministrator(caller: Caller): void {
  if (!caller.isAdmin) throw new DomainError('permission-denied', { reason: 'administrator' });
}
