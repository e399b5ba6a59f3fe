import { describe, expect, it } from 'vitest';
import { adminCalls, outcome } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { useCast, userCalls } from '../../support/user-calls.ts';

const app = useApp();
const cast = useCast(app);
const admin = adminCalls(app);
const user = userCalls(app);

describe('/api/v2.1/admin/default-library/', () => {
  const PATH = 'default-library/';
  const find = async (email: string) =>
    outcome(await admin.call('GET', `${PATH}?user_email=${encodeURIComponent(email)}`));

  it('tells the default library of a user, and makes it where there is none', async () => {
    const email = 'ann@example.com';
    expect(await find(email)).toEqual({ status: 200, body: { user_email: email, exists: false } });
    const made = outcome(await admin.call('POST', PATH, { form: { user_email: email } }));
    expect(made).toEqual({
      status: 200,
      body: { user_email: email, exists: true, repo_id: expect.any(String) },
    });
    expect(await find(email)).toEqual(made);
    const own = outcome(await app().call('GET', '/api2/default-repo/', { token: cast().owner }));
    expect(own.body).toEqual({ repo_id: (made.body as { repo_id: string }).repo_id, exists: true });
  });

  it('says what is wrong', async () => {
    expect(await find('')).toEqual({ status: 400, body: { error_msg: 'user_email invalid.' } });
    expect(await find('nobody@example.com')).toEqual({
      status: 404,
      body: { error_msg: 'User nobody@example.com not found.' },
    });
  });
});

describe('GET /api/v2.1/admin/sysinfo/', () => {
  it('counts users, groups and libraries', async () => {
    const before = outcome(await admin.call('GET', 'sysinfo/')).body as Record<string, number>;
    await user.makeLibrary(cast().owner, 'One more');
    const now = outcome(await admin.call('GET', 'sysinfo/'));
    expect(now).toEqual({
      status: 200,
      body: { ...before, repos_count: (before['repos_count'] ?? 0) + 1 },
    });
    expect(before).toMatchObject({
      is_pro: false,
      with_license: false,
      groups_count: 1,
      total_files_count: 0,
    });
    expect(before['users_count']).toBe(before['active_users_count']);
  });
});
