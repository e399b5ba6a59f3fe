import { createHmac } from 'node:crypto';
import { DomainError } from '../errors.ts';
import type { LibraryId } from '../library/library-id.ts';
import type { Caller, Permission } from './caller.ts';
import type { EffectiveAccess } from './effective-access.ts';

/** What a library token says now. */
export interface LibraryToken {
  readonly libraryId: LibraryId;
  /** E-mail of who made it, in whose name it acts. */
  readonly email: string;
  readonly permission: Permission;
}

const NAME_MAX_BYTES = 255;
const TOKEN_BYTES = 20;

/** @throws DomainError `argument-missing`, `argument-invalid` */
export function checkAppName(name: string): void {
  if (name === '') throw new DomainError('argument-missing', { field: 'app_name' });
  if (Buffer.byteLength(name) > NAME_MAX_BYTES || /\p{Cc}/u.test(name))
    throw new DomainError('argument-invalid', { field: 'app_name' });
}

/** The token that this seed always has: web clients show it again, and none is stored. */
export function deriveLibraryToken(secret: Uint8Array, seed: string): string {
  const mac = createHmac('sha256', secret).update(`library-token\0${seed}`).digest();
  return mac.subarray(0, TOKEN_BYTES).toString('hex');
}

/**
 * What is left of a person's access where a token of theirs asks. It opens one library, no more than it says, as long as
 * they manage that library.
 */
export function accessByToken(
  access: EffectiveAccess,
  { libraryId, permission }: Pick<LibraryToken, 'libraryId' | 'permission'>,
  asked: LibraryId,
): EffectiveAccess | null {
  if (libraryId !== asked || !access.isManager) return null;
  const weaker = permission === 'r' ? permission : access.permission;
  return { ...access, permission: weaker, isManager: false, isOwner: false, canShare: false };
}

/** Who asks by a library token. */
export type TokenCaller = Caller & Required<Pick<Caller, 'libraryToken'>>;
