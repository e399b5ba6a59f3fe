import { describe, expect, it, vi } from 'vitest';
import { createHttpClient } from '../../../src-renderer/api/http-client.ts';

function clientFor(answer: () => Response | Promise<Response>, token: string | null = 'secret') {
  const requests: { address: string; init: RequestInit | undefined }[] = [];
  const onSignedOut = vi.fn();
  const givePassword = vi.fn(async () => true);
  const http = createHttpClient({
    base: '/api/local/v1',
    token: () => token,
    fetch: async (address, init) => {
      requests.push({ address: String(address), init });
      return await answer();
    },
    onSignedOut,
    givePassword,
  });
  return { http, requests, onSignedOut, givePassword };
}

const json = (body: object, status = 200) => Response.json(body, { status });

describe('the HTTP client', () => {
  it('sends the token, the parameters that are set and the body', async () => {
    const { http, requests } = clientFor(() => json({ ok: true }));
    await http.request('POST', 'libraries/', { query: { path: '/a b', cursor: null }, body: { name: 'x' } });
    expect(requests[0]?.address).toBe('/api/local/v1/libraries/?path=%2Fa%20b');
    expect(new Headers(requests[0]?.init?.headers).get('Authorization')).toBe('Token secret');
    expect(requests[0]?.init?.body).toBe('{"name":"x"}');
  });

  it('sends no token in the desktop shell', async () => {
    const { http, requests } = clientFor(() => json({}), null);
    await http.request('GET', 'account/');
    expect(new Headers(requests[0]?.init?.headers).has('Authorization')).toBe(false);
  });

  it('throws the code of a refusal', async () => {
    const { http } = clientFor(() => json({ error_code: 'library-read-only', error_msg: 'no' }, 403));
    await expect(http.request('GET', 'x/')).rejects.toMatchObject({
      code: 'library-read-only',
      message: 'no',
    });
  });

  it.each([
    [400, 'misfit'],
    [413, 'too-much'],
    [500, 'unexpected'],
  ])('goes by the status %i for a code that it does not know', async (status, code) => {
    const { http } = clientFor(() => json({ error_code: 'brand-new', error_msg: 'hm' }, status));
    await expect(http.request('GET', 'x/')).rejects.toMatchObject({ code, message: 'hm' });
  });

  it('tells which argument was refused', async () => {
    const body = { error_code: 'argument-invalid', error_msg: 'no', field: 'email' };
    const { http } = clientFor(() => json(body, 400));
    await expect(http.request('GET', 'x/')).rejects.toMatchObject({
      code: 'argument-invalid',
      field: 'email',
    });
  });

  it('ends the session when the token is refused', async () => {
    const { http, onSignedOut } = clientFor(() => json({ error_msg: 'Invalid token' }, 401));
    await expect(http.request('GET', 'x/')).rejects.toMatchObject({ code: 'signed-out' });
    expect(onSignedOut).toHaveBeenCalledOnce();
  });

  it('sends once more what the password was needed for, when it is given', async () => {
    const answers = [json({ error_code: 'password-needed', reason: 'again' }, 403), json({ folders: [] })];
    const { http, requests, givePassword } = clientFor(() => answers.shift() ?? json({}, 500));
    expect(await http.request('POST', 'folders/', { body: { path: '/home' } })).toEqual({ folders: [] });
    expect(givePassword).toHaveBeenCalledOnce();
    expect(requests.map(({ init }) => init?.body)).toEqual(['{"path":"/home"}', '{"path":"/home"}']);
  });

  it('leaves refused what the password is not given for, or what none would help', async () => {
    const again = clientFor(() => json({ error_code: 'password-needed', reason: 'again' }, 403));
    again.givePassword.mockResolvedValue(false);
    await expect(again.http.request('GET', 'browse/')).rejects.toMatchObject({ code: 'password-needed' });
    expect(again.requests).toHaveLength(1);
    const none = clientFor(() => json({ error_code: 'password-needed', reason: 'none-set' }, 403));
    await expect(none.http.request('GET', 'browse/')).rejects.toMatchObject({ reason: 'none-set' });
    expect(none.givePassword).not.toHaveBeenCalled();
  });

  it('tells a silent service from one that refuses', async () => {
    const silent = clientFor(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(silent.http.request('GET', 'x/')).rejects.toMatchObject({ code: 'unreachable' });
    const behindShell = clientFor(() => json({ error_code: 'internal', error_msg: '' }, 502));
    await expect(behindShell.http.request('GET', 'x/')).rejects.toMatchObject({ code: 'unreachable' });
  });
});
