import { describe, expect, it } from 'vitest';
import { PasswordChecks } from '../../../../src-main/usecases/accounts/password-checks.ts';
import { countingIds } from '../../../support/counting-ids.ts';
import { deriveHere } from '../../../support/derive-here.ts';

const CHEAP = { logN: 4, r: 8, p: 1 };
const ANNA = 'anna@example.com';
const SECRET = { password: 'secret', address: '10.0.0.1', guard: (check: () => Promise<boolean>) => check() };

describe('password checks', () => {
  it('run one with eight waiting, and refuse the tenth', async () => {
    const checks = new PasswordChecks(CHEAP, countingIds(), deriveHere.derive);
    const begun = Array.from({ length: 9 }, () => checks.matches(SECRET, null));
    await expect(checks.matches(SECRET, null)).rejects.toMatchObject({
      code: 'busy',
      detail: { retryAfterSeconds: 1 },
    });
    expect(await Promise.all(begun)).toEqual(Array(9).fill(false));
    expect(await checks.matches(SECRET, await checks.hash('secret', ANNA))).toBe(true);
  });

  it('serve another address while one has filled the line', async () => {
    const checks = new PasswordChecks(CHEAP, countingIds(), deriveHere.derive);
    const right = await checks.hash('secret', ANNA);
    const guesses = Array.from({ length: 24 }, () => checks.matches({ ...SECRET, password: 'guess' }, right));
    const flood = Promise.allSettled(guesses);
    expect(await checks.matches({ ...SECRET, address: '10.0.0.2' }, right)).toBe(true);
    expect((await flood).filter(({ status }) => status === 'rejected')).toHaveLength(16);
  });

  it('go on after one that failed', async () => {
    const checks = new PasswordChecks(CHEAP, countingIds(), deriveHere.derive);
    const failing = checks.matches(SECRET, 'not a hash');
    const next = checks.hash('secret', ANNA);
    await expect(failing).rejects.toThrow('cannot be read');
    expect(await next).toMatch(/^scrypt\$/);
  });

  it('give the same password another hash each time', async () => {
    const checks = new PasswordChecks(CHEAP, countingIds(), deriveHere.derive);
    expect(await checks.hash('secret', ANNA)).not.toBe(await checks.hash('secret', ANNA));
  });

  it('spend on an unknown user what a known one costs', async () => {
    const checks = new PasswordChecks({ logN: 14, r: 8, p: 1 }, countingIds(), deriveHere.derive);
    const startedMs = performance.now();
    expect(await checks.matches(SECRET, null)).toBe(false);
    // A derivation of this cost takes tens of milliseconds; skipping it takes none.
    expect(performance.now() - startedMs).toBeGreaterThan(5);
  });
});
