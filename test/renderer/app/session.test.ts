import { afterEach, describe, expect, it, vi } from 'vitest';
import { tokenPlaces } from '../../../src-renderer/app/kept-token.ts';
import { Session } from '../../../src-renderer/app/session.svelte.ts';

const account = { email: 'ada@example.org', name: 'Ada', is_admin: true };

function answerWith(answers: Readonly<Record<string, Response>>) {
  return vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const answer = answers[`${init?.method ?? 'GET'} ${String(input)}`];
    if (!answer) throw new TypeError('Failed to fetch');
    return answer;
  });
}

const places = { tab: window.sessionStorage, browser: window.localStorage };

const start = async (code: string | null, isDesktop = false) => {
  const session = new Session({ places, isDesktop });
  await session.start(code);
  return session;
};

describe('the session', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    window.sessionStorage.clear();
    window.localStorage.removeItem('keepfold.token');
  });

  it('exchanges a one-time code and keeps the token in this tab only', async () => {
    answerWith({ 'POST /api/local/v1/session/': Response.json({ token: 'secret', account }) });
    const session = await start('abc');
    expect([session.state, session.account]).toEqual(['signed-in', account]);
    expect(window.sessionStorage.getItem('keepfold.token')).toBe('secret');
    expect(JSON.stringify(window.localStorage)).not.toContain('secret');
  });

  it('asks for a sign-in where there is no token', async () => {
    expect((await start(null)).state).toBe('signed-out');
  });

  it('asks nobody to sign in inside the desktop shell and sends no token', async () => {
    const fetch = answerWith({ 'GET /api/local/v1/account/': Response.json(account) });
    expect((await start(null, true)).state).toBe('signed-in');
    expect(new Headers(fetch.mock.calls[0]?.[1]?.headers).has('Authorization')).toBe(false);
  });

  it('forgets a token that is not valid any more', async () => {
    window.sessionStorage.setItem('keepfold.token', 'old');
    answerWith({ 'GET /api/local/v1/account/': Response.json({ error_msg: 'no' }, { status: 401 }) });
    expect((await start(null)).state).toBe('signed-out');
    expect(window.sessionStorage.getItem('keepfold.token')).toBeNull();
  });

  it('goes on under the new token after its password was changed', async () => {
    window.sessionStorage.setItem('keepfold.token', 'old');
    const fetch = answerWith({
      'GET /api/local/v1/account/': Response.json(account),
      'PUT /api/local/v1/account/password/': Response.json({ token: 'new' }),
    });
    const session = await start(null);
    await session.changePassword('before', 'after');
    expect(fetch.mock.calls[1]?.[1]?.body).toBe('{"current_password":"before","new_password":"after"}');
    expect([session.state, window.sessionStorage.getItem('keepfold.token')]).toEqual(['signed-in', 'new']);
  });

  it('holds no token inside the desktop shell, also after its password was changed', async () => {
    answerWith({
      'GET /api/local/v1/account/': Response.json(account),
      'PUT /api/local/v1/account/password/': Response.json({ token: null }),
    });
    const session = await start(null, true);
    await session.changePassword('before', 'after');
    expect([session.state, window.sessionStorage.getItem('keepfold.token')]).toEqual(['signed-in', null]);
  });

  it('stays signed in when the tab is closed where the person chose that, until they take it back', async () => {
    window.sessionStorage.setItem('keepfold.token', 'good');
    answerWith({ 'GET /api/local/v1/account/': Response.json(account) });
    const session = await start(null);
    expect([session.canStay, session.isStaying]).toEqual([true, false]);
    session.stay(true);
    expect([window.sessionStorage.getItem('keepfold.token'), session.isStaying]).toEqual([null, true]);

    answerWith({ 'GET /api/local/v1/account/': Response.json(account) });
    const later = await start(null);
    expect([later.state, later.isStaying]).toEqual(['signed-in', true]);
    later.stay(false);
    expect(window.sessionStorage.getItem('keepfold.token')).toBe('good');
    expect(window.localStorage.getItem('keepfold.token')).toBeNull();
  });

  it('is in no place once it was signed out', async () => {
    window.localStorage.setItem('keepfold.token', 'good');
    answerWith({
      'GET /api/local/v1/account/': Response.json(account),
      'DELETE /api/local/v1/session/': Response.json({ success: true }),
    });
    const session = await start(null);
    await session.signOut();
    expect([session.state, session.isStaying]).toEqual(['signed-out', false]);
    expect(window.localStorage.getItem('keepfold.token')).toBeNull();
  });

  it('that has ended leaves another tab the token that it got meanwhile', async () => {
    window.localStorage.setItem('keepfold.token', 'old');
    answerWith({ 'GET /api/local/v1/account/': Response.json({ error_msg: 'no' }, { status: 401 }) });
    const session = new Session({ places, isDesktop: false });
    window.localStorage.setItem('keepfold.token', 'new');
    await session.start(null);
    expect(session.state).toBe('signed-out');
    expect(window.localStorage.getItem('keepfold.token')).toBe('new');
  });

  it('can stay nowhere but on the own computer, and need not in an app window', () => {
    const page = (hostname: string, isAppWindow: boolean) => ({
      ...{ location: { hostname }, sessionStorage, localStorage },
      matchMedia: () => ({ matches: isAppWindow }),
    });
    const browserPlace = (hostname: string, isAppWindow = false) =>
      tokenPlaces(page(hostname, isAppWindow)).browser;
    expect(browserPlace('127.0.0.1')).toBe(localStorage);
    expect(browserPlace('localhost')).toBe(localStorage);
    expect(browserPlace('files.example.org')).toBeNull();
    expect(browserPlace('127.0.0.1', true)).toBeNull();
  });

  it('keeps the token while the service cannot be reached', async () => {
    window.sessionStorage.setItem('keepfold.token', 'good');
    answerWith({});
    expect((await start(null)).state).toBe('unreachable');
    expect(window.sessionStorage.getItem('keepfold.token')).toBe('good');
  });
});
