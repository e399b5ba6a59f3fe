import { afterEach, describe, expect, it, vi } from 'vitest';
import { Session } from '../../../src-renderer/app/session.svelte.ts';

const account = { email: 'ada@example.org', name: 'Ada', is_admin: true };

function answerWith(answers: Readonly<Record<string, Response>>) {
  return vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const answer = answers[`${init?.method ?? 'GET'} ${String(input)}`];
    if (!answer) throw new TypeError('Failed to fetch');
    return answer;
  });
}

const start = async (code: string | null, isDesktop = false) => {
  const session = new Session({ storage: window.sessionStorage, isDesktop });
  await session.start(code);
  return session;
};

describe('the session', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    window.sessionStorage.clear();
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

  it('keeps the token while the service cannot be reached', async () => {
    window.sessionStorage.setItem('keepfold.token', 'good');
    answerWith({});
    expect((await start(null)).state).toBe('unreachable');
    expect(window.sessionStorage.getItem('keepfold.token')).toBe('good');
  });
});
