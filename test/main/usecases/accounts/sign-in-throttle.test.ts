import { describe, expect, it } from 'vitest';
import { SignInThrottle } from '../../../../src-main/usecases/accounts/sign-in-throttle.ts';

function refusedFor(throttle: SignInThrottle, account: string, address: string, nowMs: number): number {
  try {
    throttle.begin(account, address, nowMs);
    return 0;
  } catch (error) {
    expect(error).toMatchObject({ code: 'throttled', detail: { retryAfterSeconds: expect.any(Number) } });
    return Number(/"retryAfterSeconds":(\d+)/.exec(String(error))?.[1]);
  }
}

describe('guessing one account from one address', () => {
  it('is free five times and then waits 1, 2, 4 … 60 seconds after each failure', () => {
    const throttle = new SignInThrottle();
    let nowMs = 0;
    const waits: number[] = [];
    for (let index = 0; index < 13; index += 1) {
      const wait = refusedFor(throttle, 'anna', 'a', nowMs);
      waits.push(wait);
      if (wait > 0) {
        nowMs += wait * 1000 - 1;
        expect(refusedFor(throttle, 'anna', 'a', nowMs)).toBeGreaterThan(0);
        nowMs += 1;
        expect(refusedFor(throttle, 'anna', 'a', nowMs)).toBe(0);
      }
    }
    expect(waits).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60]);
  });

  it('does not slow another address', () => {
    const throttle = new SignInThrottle();
    for (let index = 0; index < 5; index += 1) throttle.begin('anna', 'a', 0);
    expect(refusedFor(throttle, 'anna', 'a', 0)).toBe(1);
    expect(refusedFor(throttle, 'anna', 'b', 0)).toBe(0);
  });

  it('starts afresh after a success', () => {
    const throttle = new SignInThrottle();
    for (let index = 0; index < 4; index += 1) throttle.begin('anna', 'a', 0);
    throttle.succeeded(throttle.begin('anna', 'a', 0));
    for (let index = 0; index < 5; index += 1) expect(refusedFor(throttle, 'anna', 'a', 0)).toBe(0);
    expect(refusedFor(throttle, 'anna', 'a', 0)).toBe(1);
  });

  it('starts afresh after a quarter of an hour without failures', () => {
    const throttle = new SignInThrottle();
    for (let index = 0; index < 5; index += 1) throttle.begin('anna', 'a', 0);
    for (let index = 0; index < 5; index += 1) expect(refusedFor(throttle, 'anna', 'a', 15 * 60_000)).toBe(0);
  });

  it('counts tries that run at the same time', () => {
    const throttle = new SignInThrottle();
    const begun = [1, 2, 3, 4, 5].map(() => throttle.begin('anna', 'a', 0));
    expect(begun).toHaveLength(5);
    expect(refusedFor(throttle, 'anna', 'a', 0)).toBe(1);
  });

  it('does not count a try that was never carried out', () => {
    const throttle = new SignInThrottle();
    for (let index = 0; index < 20; index += 1) throttle.withdrawn(throttle.begin('anna', 'a', 0));
    expect(refusedFor(throttle, 'anna', 'a', 0)).toBe(0);
  });

  it('never waits longer than the table says when the clock is set back', () => {
    const throttle = new SignInThrottle();
    for (let index = 0; index < 5; index += 1) throttle.begin('anna', 'a', 1_000_000);
    expect(refusedFor(throttle, 'anna', 'a', 0)).toBe(1);
  });
});

describe('guessing many accounts from one address', () => {
  it('ends at ten failures a minute', () => {
    const throttle = new SignInThrottle();
    for (let index = 0; index < 10; index += 1)
      expect(refusedFor(throttle, `user${index}`, 'a', index * 1000)).toBe(0);
    expect(refusedFor(throttle, 'user10', 'a', 10_000)).toBe(50);
    expect(refusedFor(throttle, 'user10', 'b', 10_000)).toBe(0);
    expect(refusedFor(throttle, 'user10', 'a', 60_000)).toBe(0);
    expect(refusedFor(throttle, 'user11', 'a', 60_000)).toBe(1);
  });

  it('is not forgiven by signing in to an own account', () => {
    const throttle = new SignInThrottle();
    for (let index = 0; index < 9; index += 1) throttle.begin(`user${index}`, 'a', 0);
    throttle.succeeded(throttle.begin('own', 'a', 0));
    throttle.begin('user9', 'a', 0);
    expect(refusedFor(throttle, 'user10', 'a', 0)).toBe(60);
  });

  it('remembers ten thousand at most', () => {
    const throttle = new SignInThrottle();
    for (let index = 0; index < 5; index += 1) throttle.begin('anna', 'a', 0);
    for (let index = 0; index < 10_000; index += 1) throttle.begin(`user${index}`, `b${index}`, 0);
    expect(refusedFor(throttle, 'anna', 'a', 0)).toBe(0);
  });
});

describe('guessing one account from many addresses', () => {
  it('is free ten times and then waits as from one', () => {
    const throttle = new SignInThrottle();
    for (let index = 0; index < 10; index += 1) expect(refusedFor(throttle, 'anna', `a${index}`, 0)).toBe(0);
    expect(refusedFor(throttle, 'anna', 'b', 0)).toBe(1);
    expect(refusedFor(throttle, 'anna', 'c', 1000)).toBe(0);
    expect(refusedFor(throttle, 'anna', 'd', 1000)).toBe(2);
    expect(refusedFor(throttle, 'bert', 'd', 1000)).toBe(0);
  });

  it('does not slow the address that the right password came from before', () => {
    const throttle = new SignInThrottle();
    throttle.succeeded(throttle.begin('anna', 'home', 0));
    for (let index = 0; index < 10; index += 1) throttle.begin('anna', `a${index}`, 0);
    expect(refusedFor(throttle, 'anna', 'cafe', 0)).toBe(1);
    for (let index = 0; index < 5; index += 1) expect(refusedFor(throttle, 'anna', 'home', 0)).toBe(0);
    expect(refusedFor(throttle, 'anna', 'home', 0)).toBe(1);
  });

  it('is not forgiven when its owner signs in', () => {
    const throttle = new SignInThrottle();
    throttle.succeeded(throttle.begin('anna', 'home', 0));
    for (let index = 0; index < 10; index += 1) throttle.begin('anna', `a${index}`, 0);
    throttle.succeeded(throttle.begin('anna', 'home', 0));
    expect(refusedFor(throttle, 'anna', 'b', 0)).toBe(1);
  });
});

describe('wrong passwords of others behind the same address', () => {
  it('do not lock out who signed in there before', () => {
    const throttle = new SignInThrottle();
    throttle.succeeded(throttle.begin('anna', 'router', 0));
    for (let index = 0; index < 10; index += 1) throttle.begin(`user${index}`, 'router', 0);
    expect(refusedFor(throttle, 'bert', 'router', 0)).toBe(60);
    expect(refusedFor(throttle, 'anna', 'router', 0)).toBe(0);
  });
});
