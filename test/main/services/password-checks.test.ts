import { describe, expect, it } from 'vitest';
import { PasswordChecks } from '../../../src-main/services/password-checks.ts';
import { countingIds } from '../../support/counting-ids.ts';

const CHEAP = { logN: 4, r: 8, p: 1 };

describe('password checks', () => {
  it('run one with eight waiting, and refuse the tenth', async () => {
    const checks = new PasswordChecks(CHEAP, countingIds());
    const begun = Array.from({ length: 9 }, () => checks.matches('secret', null));
    await expect(checks.matches('secret', null)).rejects.toMatchObject({
      code: 'busy',
      detail: { retryAfterSeconds: 1 },
    });
    expect(await Promise.all(begun)).toEqual(Array(9).fill(false));
    expect(await checks.matches('secret', await checks.hash('secret'))).toBe(true);
  });

  it('go on after one that failed', async () => {
    const checks = new PasswordChecks(CHEAP, countingIds());
    const failing = checks.matches('secret', 'not a hash');
    const next = checks.hash('secret');
    await expect(failing).rejects.toThrow('cannot be read');
    expect(await next).toMatch(/^scrypt\$/);
  });

  it('give the same password another hash each time', async () => {
    const checks = new PasswordChecks(CHEAP, countingIds());
    expect(await checks.hash('secret')).not.toBe(await checks.hash('secret'));
  });

  it('spend on an unknown user what a known one costs', async () => {
    const checks = new PasswordChecks({ logN: 14, r: 8, p: 1 }, countingIds());
    const startedMs = performance.now();
    expect(await checks.matches('secret', null)).toBe(false);
    // A derivation of this cost takes tens of milliseconds; skipping it takes none.
    expect(performance.now() - startedMs).toBeGreaterThan(5);
  });
});
