import { LRUCache } from 'lru-cache';
import { type Device, type NamedDevice, newDevice } from '../../core/access/device.ts';
import { PAIRING_CODE_BYTES, pairingCodeOf, readPairingCode } from '../../core/access/pairing-code.ts';
import { hashSecretText } from '../../core/access/token.ts';
import { DomainError } from '../../core/errors.ts';
import { PAIRING_CODE_SECONDS } from '../../core/limits.ts';
import type { Ports } from '../../engine/ports.ts';
import type { ApiTokenIssue, Bearer } from './api-token-issue.ts';

/** More people at once push out the code that is oldest. */
const MAX_CODES = 1000;
const DEVICE_ID_BYTES = 20;

interface PairingCode {
  /** SHA-256 of the letters. */
  readonly hash: Buffer;
  /** SHA-256 of the token that it was made with, and ends with. */
  readonly openedBy: Buffer;
  readonly atSeconds: number;
  /** Null: not used yet. */
  readonly usedBy: Device | null;
}

/** What became of a code. */
export interface PairingState {
  /** `none`: there is none, or its time is over. */
  readonly state: 'none' | 'waiting' | 'used';
  readonly leftSeconds: number;
  readonly usedBy: Device | null;
}

const NONE: PairingState = { state: 'none', leftSeconds: 0, usedBy: null };

/** A try to sign a device in by a code. */
export interface PairingAttempt {
  /** Whether the text is the code of the account, which is spent by that. */
  readonly spends: (userKey: number) => boolean;
  /** Nothing came of it: the code holds again, as long as it would have. */
  readonly giveBack: () => void;
}

/** For what is no code, or comes from nothing that could be listed and ended as a device. */
const NO_ATTEMPT: PairingAttempt = { spends: () => false, giveBack: () => undefined };

interface PairingDependencies extends Pick<Ports, 'users' | 'clock' | 'ids' | 'events'> {
  readonly tokens: ApiTokenIssue;
}

/** How people bring their devices in: by a code that is typed once, or by a password for one program. */
export type Pairing = ReturnType<typeof createPairing>;

export function createPairing({ tokens, users, clock, ids, events }: PairingDependencies) {
  /** By account, which has one at a time. In memory: they are short. */
  const codes = new LRUCache<number, PairingCode>({ max: MAX_CODES });

  /**
   * Whoever has a page or this computer before them: a device that could let others in would outlive its own end.
   * @throws DomainError `permission-denied`
   */
  function inPage(token: string): Bearer {
    const bearer = tokens.bearerOf(token);
    const isPage = typeof bearer === 'object' && (bearer.kind === 'session' || bearer.kind === 'local');
    if (!isPage || bearer.isOpened) throw new DomainError('permission-denied');
    return bearer;
  }

  function leftOf({ atSeconds, openedBy }: PairingCode): number {
    const age = clock.nowSeconds() - atSeconds;
    // A clock that was set back must not stretch it.
    return age < 0 || !tokens.stands(openedBy) ? 0 : Math.max(0, PAIRING_CODE_SECONDS - age);
  }

  return {
    /** A code that signs one device in, within ten minutes and while the token holds; the one before ends. @throws DomainError `permission-denied` */
    makePairingCode(token: string): { code: string; leftSeconds: number } {
      const { userKey } = inPage(token);
      const code = pairingCodeOf(ids.hex(PAIRING_CODE_BYTES));
      const hash = hashSecretText(readPairingCode(code) ?? '');
      const atSeconds = clock.nowSeconds();
      codes.set(userKey, { hash, openedBy: hashSecretText(token), atSeconds, usedBy: null });
      return { code, leftSeconds: PAIRING_CODE_SECONDS };
    },

    /** Of the code that was made with the token. @throws DomainError `permission-denied` */
    pairingState(token: string): PairingState {
      const code = codes.get(inPage(token).userKey);
      if (code === undefined || !code.openedBy.equals(hashSecretText(token))) return NONE;
      if (code.usedBy !== null) return { state: 'used', leftSeconds: 0, usedBy: code.usedBy };
      const leftSeconds = leftOf(code);
      return leftSeconds === 0 ? NONE : { state: 'waiting', leftSeconds, usedBy: null };
    },

    /** Ends the code that was made with the token, if there is one. @throws DomainError `permission-denied` */
    endPairingCode(token: string): void {
      const { userKey } = inPage(token);
      if (codes.get(userKey)?.openedBy.equals(hashSecretText(token)) === true) codes.delete(userKey);
    },

    /**
     * A password for one program, which is listed and ended as a device; another one each time.
     * @throws DomainError `permission-denied`; `argument-invalid` with field `device` or `platform`
     */
    makeDevicePassword(token: string, named: NamedDevice): { device: Device; password: string } {
      const user = users.findByKey(inPage(token).userKey);
      if (user === null) throw new DomainError('permission-denied');
      const device = newDevice(named, ids.hex(DEVICE_ID_BYTES));
      const password = tokens.issueDerived(user, device);
      events.emit({ type: 'devices', email: user.email });
      return { device, password };
    },

    /** What a device typed in the place of a password. */
    attemptOf(text: string, device: Device | null): PairingAttempt {
      const letters = readPairingCode(text);
      if (letters === null || device === null) return NO_ATTEMPT;
      let spent: { readonly userKey: number; readonly code: PairingCode } | null = null;
      return {
        spends(userKey) {
          const code = codes.get(userKey);
          // Both are hashes, so that how long they take to compare tells nothing about the letters.
          if (code === undefined || code.usedBy !== null || !code.hash.equals(hashSecretText(letters)))
            return false;
          if (leftOf(code) === 0) return false;
          codes.set(userKey, { ...code, usedBy: device });
          spent = { userKey, code };
          return true;
        },
        giveBack() {
          if (spent !== null) codes.set(spent.userKey, spent.code);
        },
      };
    },
  };
}
