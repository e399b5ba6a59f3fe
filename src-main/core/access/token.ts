import { createHmac, hash } from 'node:crypto';

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
