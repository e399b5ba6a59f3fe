import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LibraryId } from '../library/library-id.ts';

/** What a client shows to be notified of changes of a library. */
export interface NotificationToken {
  readonly libraryId: LibraryId;
  readonly expiresAtSeconds: number;
  /** SHA-256 of the sync token that it was made for: it ends with that token. */
  readonly syncTokenHash: Buffer;
}

const FORM = /^([0-9a-f-]{36})\.(\d{1,12})\.([0-9a-f]{64})\.([0-9a-f]{64})$/;

/** The token as text, opaque to clients. */
export function signNotificationToken(secret: Uint8Array, token: NotificationToken): string {
  const { libraryId, expiresAtSeconds, syncTokenHash } = token;
  const text = `${libraryId}.${expiresAtSeconds}.${syncTokenHash.toString('hex')}`;
  return `${text}.${signatureOf(secret, text).toString('hex')}`;
}

/** Null for what `signNotificationToken` has not made with this secret. Whether it has expired is not looked at. */
export function readNotificationToken(secret: Uint8Array, text: string): NotificationToken | null {
  const match = FORM.exec(text);
  if (match === null) return null;
  const [, libraryId = '', expires = '', hash = '', signature = ''] = match;
  const expected = signatureOf(secret, `${libraryId}.${expires}.${hash}`);
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) return null;
  return {
    libraryId: libraryId as LibraryId,
    expiresAtSeconds: Number(expires),
    syncTokenHash: Buffer.from(hash, 'hex'),
  };
}

function signatureOf(secret: Uint8Array, text: string): Buffer {
  return createHmac('sha256', secret).update(`notification-token\0${text}`).digest();
}
