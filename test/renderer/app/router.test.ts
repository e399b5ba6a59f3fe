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
