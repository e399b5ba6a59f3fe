import { describe, expect, it } from 'vitest';
import { useApp } from '../../support/running-app.ts';

const PATH = '/api/local/v1/account/password/';

describe('the own password on /api/local/v1/', () => {
  const app = useApp();

  const change = (token: string, current: string, wanted: string) =>
    app().call('PUT', PATH, { token, json: { current_password: current, new_password: wanted } });

  async function session(email: string, password: string): Promise<string> {
    const { json } = await app().call('POST', '/api/local/v1/session/', { json: { email, password } });
    return (json as { token: string }).token;
  }

  const statusFor = async (token: string) =>
    (await app().call('GET', '/api/local/v1/account/', { token })).status;

  it('is changed by whoever knows it: this session goes on under a new token, all others end', async () => {
    const other = await app().addUser('anna@example.com');
    const own = await session('anna@example.com', 'secret-of-anna@example.com');
    expect((await app().call('GET', PATH, { token: own })).json).toEqual({ is_set: true });

    const { status, json } = await change(own, 'secret-of-anna@example.com', 'a better secret');
    const { token } = json as { token: string };
    expect([status, json]).toEqual([200, { token: expect.stringMatching(/^[0-9a-f]{40}$/) }]);
    expect([await statusFor(other), await statusFor(own), await statusFor(token)]).toEqual([401, 401, 200]);
    expect(await statusFor(await session('anna@example.com', 'a better secret'))).toBe(200);
  });

  it('changes nobody else', async () => {
    const bert = await app().addUser('bert@example.com');
    const carl = await app().addUser('carl@example.com');
    expect((await change(carl, 'secret-of-carl@example.com', 'a better secret')).status).toBe(200);
    expect([await statusFor(bert), await statusFor(app().adminToken)]).toEqual([200, 200]);
  });

  it('is refused when the current one is wrong, or the new one empty or too long', async () => {
    const dora = await app().addUser('dora@example.com');
    const current = 'secret-of-dora@example.com';
    expect((await change(dora, 'wrong', 'a better secret')).json).toEqual({
      error_code: 'password-wrong',
      error_msg: 'The password is wrong.',
    });
    expect((await change(dora, current, '')).json).toMatchObject({ error_code: 'argument-missing' });
    expect((await change(dora, current, 'x'.repeat(5_000))).json).toMatchObject({
      error_code: 'argument-invalid',
    });
    expect(await statusFor(dora)).toBe(200);
  });

  it('is slowed for those who guess the current one, as signing in is', async () => {
    const emil = await app().addUser('emil@example.com');
    const statuses: number[] = [];
    for (let guess = 0; guess < 6; guess += 1) {
      statuses.push((await change(emil, `guess ${guess}`, 'a better secret')).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await change(emil, 'secret-of-emil@example.com', 'a better secret')).status).toBe(429);
  });

  // Last, because the password that changes here is that of the administrator who adds the others.
  it('goes on with the token of this computer, which the desktop app uses', async () => {
    const token = app().running.token;
    expect((await change(token, 'admin-secret', 'another secret')).json).toEqual({ token: null });
    expect(await statusFor(token)).toBe(200);
  });
});
