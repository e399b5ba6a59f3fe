import { beforeAll, describe, expect, it } from 'vitest';
import { A_TIMESTAMP, adminCalls, outcome, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';
import {
  expectTokenNeeded,
  FORTY_HEX,
  libraryNotFound,
  useCast,
  userCalls,
} from '../../support/user-calls.ts';

interface Ticket {
  readonly repo_id: string;
  readonly token: string;
}

const app = useApp();
const cast = useCast(app);
const user = userCalls(app);
const admin = adminCalls(app);

describe('GET /api2/repos/{id}/download-info/', () => {
  const ask = async (token: string, id: string) =>
    outcome(await app().call('GET', `/api2/repos/${id}/download-info/`, { token }));
  const REFUSED = {
    status: 403,
    body: { error_msg: 'You do not have permission to access this library.' },
  };

  it('repeats what creating the library answered, with a fresh sync token', async () => {
    const form = { name: 'Photos', desc: 'of the summer' };
    const made = await app().call('POST', '/api2/repos/', { token: cast().owner, form });
    const { repo_id: id, token } = made.json as Ticket;
    const first = await ask(cast().owner, id);
    const changing = { token: FORTY_HEX, mtime_relative: expect.stringMatching(/^<time /) };
    expect(first).toEqual({ status: 200, body: { ...(made.json as object), ...changing } });
    const second = await ask(cast().owner, id);
    const tokens = [token, (first.body as Ticket).token, (second.body as Ticket).token];
    expect(new Set(tokens).size).toBe(3);
  });

  it('tells the key material of an encrypted library', async () => {
    const form = { name: 'Secret', passwd: 'p' };
    const made = await app().call('POST', '/api2/repos/', { token: cast().owner, form });
    const { repo_id: id, magic, random_key } = made.json as Record<string, string>;
    expect(await ask(cast().owner, id ?? '')).toMatchObject({
      status: 200,
      body: { encrypted: 1, enc_version: 2, salt: '', magic, random_key },
    });
  });

  it('names the caller, and what he may do', async () => {
    const plans = await admin.makeLibrary('Plans', cast().department);
    expect(await ask(cast().departmentMember, plans)).toMatchObject({
      status: 200,
      body: {
        email: 'max@example.com',
        permission: 'rw',
        repo_name: 'Plans',
        encrypted: '',
        last_modified: A_TIMESTAMP,
      },
    });
    await admin.update(plans, { status: 'read-only' });
    expect(await ask(cast().departmentMember, plans)).toMatchObject({ body: { permission: 'r' } });
  });

  it.each(['stranger', 'administrator', 'departmentMember'] as const)('refuses the %s', async (who) => {
    const id = await user.makeLibrary(cast().owner, 'Private');
    expect(await ask(cast()[who], id)).toEqual(REFUSED);
  });

  it('knows no unknown library and no deleted one', async () => {
    const gone = await user.makeLibrary(cast().owner, 'Gone');
    await user.removeLibrary(cast().owner, gone);
    expect(await ask(cast().owner, gone)).toEqual(libraryNotFound(gone));
    expect(await ask(cast().stranger, UNKNOWN_LIBRARY)).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
  });

  it('answers nobody without a valid token', async () => {
    await expectTokenNeeded(app(), 'GET', `/api2/repos/${UNKNOWN_LIBRARY}/download-info/`);
  });
});

describe('GET /api2/repo-tokens/', () => {
  const ask = async (token: string, repos: string) =>
    outcome(await app().call('GET', `/api2/repo-tokens/?repos=${repos}`, { token }));
  let one = '';
  let two = '';
  let foreign = '';

  beforeAll(async () => {
    one = await user.makeLibrary(cast().owner, 'One');
    two = await user.makeLibrary(cast().owner, 'Two');
    foreign = await user.makeLibrary(cast().stranger, 'Foreign');
  });

  it('gives a sync token for every library that the caller reaches', async () => {
    expect(await ask(cast().owner, `${one},${two}`)).toEqual({
      status: 200,
      body: { [one]: FORTY_HEX, [two]: FORTY_HEX },
    });
    const plans = await admin.makeLibrary('Plans', cast().department);
    expect(await ask(cast().departmentMember, plans)).toEqual({ status: 200, body: { [plans]: FORTY_HEX } });
  });

  it('silently leaves out what is unknown, deleted or of others', async () => {
    const gone = await user.makeLibrary(cast().owner, 'Gone');
    await user.removeLibrary(cast().owner, gone);
    const wanted = [one, foreign, gone, UNKNOWN_LIBRARY].join(',');
    expect(await ask(cast().owner, wanted)).toEqual({ status: 200, body: { [one]: FORTY_HEX } });
    expect(await ask(cast().administrator, wanted)).toEqual({ status: 200, body: {} });
  });

  it('takes the fifty ids of a desktop client at once', async () => {
    const unknown = Array.from({ length: 49 }, (_, index) => UNKNOWN_LIBRARY.slice(0, -2) + (index + 10));
    expect(await ask(cast().owner, [...unknown, one].join(','))).toEqual({
      status: 200,
      body: { [one]: FORTY_HEX },
    });
  });

  it('misses the ids, and refuses what is none', async () => {
    const missing = { status: 400, body: { error_msg: 'You must specify libaries ids' } };
    expect(await ask(cast().owner, '')).toEqual(missing);
    expect(outcome(await app().call('GET', '/api2/repo-tokens/', { token: cast().owner }))).toEqual(missing);
    expect(await ask(cast().owner, 'x')).toEqual({
      status: 400,
      body: { error_msg: 'Libraries ids are invalid' },
    });
  });

  it('answers nobody without a valid token', async () => {
    await expectTokenNeeded(app(), 'GET', `/api2/repo-tokens/?repos=${one}`);
  });
});
