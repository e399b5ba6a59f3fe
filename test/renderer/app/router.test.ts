import { afterEach, describe, expect, it } from 'vitest';
import { Router } from '../../../src-renderer/app/router.svelte.ts';

describe('the router', () => {
  afterEach(() => {
    window.history.replaceState(null, '', '#/');
  });

  it('takes the code of a sign-in link out of the address bar', () => {
    window.history.replaceState(null, '', '#/sign-in?code=abc');
    const router = new Router();
    expect(router.takeSignInCode()).toBe('abc');
    expect(window.location.hash).toBe('#/');
    expect(router.takeSignInCode()).toBeNull();
  });

  it('shows after a sign-in link the place that it names, and nothing outside the page', () => {
    const next = '#/libraries/00000000-0000-4000-8000-000000000001/files/Trip';
    window.history.replaceState(null, '', `#/sign-in?code=abc&next=${encodeURIComponent(next)}`);
    const router = new Router();
    expect([router.takeSignInCode(), window.location.hash]).toEqual(['abc', next]);
    expect(router.address).toMatchObject({ screen: 'library', path: '/Trip' });
    for (const foreign of ['https://evil.example/', '//evil.example', '#/sign-in?code=other']) {
      window.history.replaceState(null, '', `#/sign-in?code=abc&next=${encodeURIComponent(foreign)}`);
      expect(new Router().takeSignInCode()).toBe('abc');
      expect(window.location.hash).toBe('#/');
    }
  });

  it('follows the address bar until it is stopped', async () => {
    const router = new Router();
    const stop = router.start();
    window.location.hash = '#/deleted-libraries';
    await expect.poll(() => router.address.screen).toBe('deleted');
    stop();
    window.location.hash = '#/admin/libraries';
    await expect.poll(() => window.location.hash).toBe('#/admin/libraries');
    expect(router.address.screen).toBe('deleted');
  });
});
