import type { Caller } from '../../core/access/caller.ts';
import { type Device, isDesktop } from '../../core/access/device.ts';
import { deriveApiToken, hashSecretText, isTokenText } from '../../core/access/token.ts';
import {
  SESSION_SECONDS,
  SESSIONS_PER_PERSON,
  UNUSED_SESSION_SECONDS,
  UNUSED_TOKEN_SECONDS,
} from '../../core/limits.ts';
import type { Clock, Ports } from '../../engine/ports.ts';
import { noteIfWritable } from '../../engine/scheduling/background.ts';
import type { ApiTokenBearer, ApiTokenKind } from '../../store/sqlite/tokens.ts';
import type { UserRecord } from '../../store/sqlite/users.ts';
import type { SyncTokens } from './sync-tokens.ts';

export interface ApiTokenDependencies extends Pick<Ports, 'users' | 'apiTokens' | 'clock' | 'ids'> {
  readonly syncTokens: SyncTokens;
  /** Key that derived tokens come from; at least 32 random bytes, the same for the life of the data folder. */
  readonly secret: Uint8Array;
}

/** Who speaks, as a token says. */
export interface Bearer {
  readonly caller: Caller;
  readonly userKey: number;
  readonly kind: ApiTokenKind;
  /** A session that a device opened, and that ends with it. */
  readonly isOpened: boolean;
}

/** What is on record of a token. */
interface KnownToken {
  readonly hash: Buffer;
  readonly found: ApiTokenBearer | null;
}

const TOKEN_BYTES = 20;
const USE_WRITTEN_EVERY_SECONDS = 60;
/** The account's own token has no device. */
const NO_DEVICE: Device = {
  platform: '',
  deviceId: '',
  deviceName: '',
  clientVersion: '',
  platformVersion: '',
};

/** Issues, reads and ends API tokens; only their SHA-256 is kept. */
export type ApiTokenIssue = ReturnType<typeof createApiTokenIssue>;

export function createApiTokenIssue(deps: ApiTokenDependencies) {
  const { users, apiTokens, syncTokens, clock, ids } = deps;
  const known = apiTokens.untilWritten<KnownToken>();

  function issueRandom(kind: 'session' | 'local', user: UserRecord, openedBy: Buffer | null = null): string {
    const text = ids.hex(TOKEN_BYTES);
    const token = { ...recordFor(text, user, clock), kind, openedBy };
    apiTokens.insert(token);
    if (kind === 'session') apiTokens.keepLastUsed(token, SESSIONS_PER_PERSON);
    return text;
  }

  function read(text: string): KnownToken {
    const hash = hashSecretText(text);
    return { hash, found: apiTokens.find(hash) };
  }

  return {
    /** The token of the account, or of one of its devices: the same at each call until it is revoked. */
    issueDerived(user: UserRecord, device: Device | null): string {
      const { platform, deviceId } = device ?? NO_DEVICE;
      const { key: userKey, tokenGeneration: generation } = user;
      const slot = apiTokens.findSlot(userKey, platform, deviceId);
      const isOfThisGeneration = slot !== null && slot.generation === generation;
      const kind = device === null ? 'account' : 'device';
      const isOver = slot !== null && (slot.isRevoked || isUnused({ ...slot, kind }, clock.nowSeconds()));
      const revision = isOfThisGeneration ? slot.revision + Number(isOver) : 0;
      const text = deriveApiToken(deps.secret, { userKey, generation, revision, platform, deviceId });
      apiTokens.fillSlot({ ...recordFor(text, user, clock), kind }, revision, device ?? NO_DEVICE);
      return text;
    },
    /** A new token for our own UI. @param openedBy SHA-256 of the token that it ends with */
    issueSession(user: UserRecord, openedBy: Buffer | null = null): string {
      return issueRandom('session', user, openedBy);
    },
    /** Whether the token with this SHA-256 opens anything at present. */
    stands(hash: Buffer): boolean {
      const found = apiTokens.find(hash);
      return found?.user?.isActive === true && !found.isRevoked && !isOver(found, clock.nowSeconds());
    },
    /** A new token for the command line on this computer; earlier ones end. */
    issueLocal(user: UserRecord): string {
      apiTokens.removeAllOfKind('local');
      return issueRandom('local', user);
    },
    /**
     * Who speaks. Looked up afresh after every change of anything, so that revoking bites at once. Sessions end when they are
     * old, and whatever was unused for long. `inactive`: the user was
     * deactivated or deleted; `wiped`: the device is to remove what it holds.
     */
    bearerOf(text: string): Bearer | 'unknown' | 'inactive' | 'wiped' {
      if (!isTokenText(text)) return 'unknown';
      const { hash, found } = known(text, () => read(text));
      if (found === null) return 'unknown';
      if (found.user?.isActive !== true) return 'inactive';
      if (found.isWiped) return 'wiped';
      if (found.isRevoked) return 'unknown';
      const { key: userKey, email, isAdmin } = found.user;
      const nowSeconds = clock.nowSeconds();
      if (isOver(found, nowSeconds)) return 'unknown';
      if (nowSeconds - found.lastUsedAtSeconds >= USE_WRITTEN_EVERY_SECONDS)
        noteIfWritable(() => {
          apiTokens.recordUse(hash, nowSeconds);
          users.recordSeen(userKey, nowSeconds);
        });
      const asksFirst = found.kind === 'session' || found.kind === 'local';
      return { caller: { email, isAdmin, asksFirst }, userKey, kind: found.kind, isOpened: found.isOpened };
    },
    /** Ends the token for good; for a desktop device its sync tokens too. An unknown token is no work. */
    revoke(text: string): void {
      const { hash, found } = read(text);
      if (found === null) return;
      if (found.kind === 'session' || found.kind === 'local') {
        apiTokens.remove(hash);
        return;
      }
      apiTokens.revoke(hash, clock.nowSeconds());
      if (found.user !== null && isDesktop(found.platform))
        syncTokens.revokeForDevice(found.user.key, found.deviceId);
    },
  };
}

/**
 * Whether the token was not shown for too long, or it is a session that has lasted long enough. Nothing is written
 * about that: a clock that ran ahead for a while has ended nothing.
 */
function isOver(token: ApiTokenBearer, nowSeconds: number): boolean {
  const isOld = token.kind === 'session' && nowSeconds - token.createdAtSeconds >= SESSION_SECONDS;
  return isOld || isUnused(token, nowSeconds);
}

function isUnused(
  { kind, lastUsedAtSeconds }: Pick<ApiTokenBearer, 'kind' | 'lastUsedAtSeconds'>,
  nowSeconds: number,
): boolean {
  if (kind === 'local') return false;
  const limit = kind === 'session' ? UNUSED_SESSION_SECONDS : UNUSED_TOKEN_SECONDS;
  return nowSeconds - lastUsedAtSeconds >= limit;
}

function recordFor(text: string, user: UserRecord, clock: Clock) {
  const { key: userKey, tokenGeneration: generation } = user;
  return { hash: hashSecretText(text), userKey, generation, nowSeconds: clock.nowSeconds() };
}
