import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { LibraryId } from '../library/library-id.ts';

const TOKEN = /^[0-9a-f]{40}$/;
const TOKEN_BYTES = 20;

/** Whether the text has the form of an API or sync token: 40 lower-case hex digits. */
export function isTokenText(text: string): boolean {
  return TOKEN.test(text);
}

/** SHA-256 of a token or code: what is kept, and looked up, in its place. */
export function hashSecretText(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

export interface ApiTokenSeed {
  readonly userKey: number;
  readonly generation: number;
  /** Raised by every sign-out, so that a token that was given up never comes back. */
  readonly revision: number;
  /** Empty, like `deviceId`, for the token of the account itself. Without NUL. */
  readonly platform: string;
  readonly deviceId: string;
}

/** The API token that these values always have: clients expect the same one at each sign-in, and none is stored. */
export function deriveApiToken(secret: Uint8Array, seed: ApiTokenSeed): string {
  const { userKey, generation, revision, platform, deviceId } = seed;
  const text = ['api-token', userKey, generation, revision, platform, deviceId].join('\0');
  return createHmac('sha256', secret).update(text).digest().subarray(0, TOKEN_BYTES).toString('hex');
}

/** What a client shows to be notified of changes of a library. */
interface NotificationToken {
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
