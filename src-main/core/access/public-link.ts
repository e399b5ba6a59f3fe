import { DomainError } from '../errors.ts';
import type { LibraryId } from '../library/library-id.ts';

/** `share`: to look and download; `upload`: to bring files. */
export type PublicLinkKind = 'share' | 'upload';

/** What visitors of a link may do. */
export interface LinkRights {
  readonly canDownload: boolean;
  readonly canEdit: boolean;
  readonly canUpload: boolean;
}

/** What visitors may do where the maker says nothing. */
export const VIEW_ONLY: LinkRights = { canDownload: true, canEdit: false, canUpload: false };

/** A way to one item of a library for visitors who know its token. */
export interface PublicLink extends LinkRights {
  readonly token: string;
  readonly kind: PublicLinkKind;
  readonly libraryId: LibraryId;
  /** Of the item; '/' for the whole library. */
  readonly path: string;
  readonly isDir: boolean;
  readonly creatorEmail: string;
  /** Null: the token alone is enough. */
  readonly passwordHash: string | null;
  readonly description: string;
  readonly createdAtSeconds: number;
  /** Null: never. */
  readonly expiresAtSeconds: number | null;
  readonly viewCount: number;
}

/** As long as older servers ask for: what protects a link is mostly that its token cannot be guessed. */
const MIN_PASSWORD_LENGTH = 8;
const MAX_PASSWORD_BYTES = 1024;

/** @throws DomainError `argument-invalid` with reason `too-short` or `too-long` */
export function checkLinkPassword(password: string): void {
  const field = 'password';
  if ([...password].length < MIN_PASSWORD_LENGTH)
    throw new DomainError('argument-invalid', { field, reason: 'too-short' });
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES)
    throw new DomainError('argument-invalid', { field, reason: 'too-long' });
}
