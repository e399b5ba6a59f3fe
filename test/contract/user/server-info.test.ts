import { describe, expect, it } from 'vitest';
import { outcome } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { expectMethodRefused } from '../../support/user-calls.ts';

const PATH = '/api2/server-info/';
const INFO = {
  status: 200,
  body: {
    version: '11.0.0',
    encrypted_library_version: 2,
    features: ['seafile-basic', 'file-search'],
  },
};

describe('GET /api2/server-info/', () => {
  const app = useApp();

  it('tells anybody the version and features that clients switch on by', async () => {
    expect(outcome(await app().call('GET', PATH))).toEqual(INFO);
  });

  it('tells the same with a token, and without the slash at the end', async () => {
    expect(outcome(await app().call('GET', PATH, { token: app().adminToken }))).toEqual(INFO);
    expect(outcome(await app().call('GET', '/api2/server-info'))).toEqual(INFO);
  });

  it('writes the version as three numbers, which rclone insists on', async () => {
    const { json } = await app().call('GET', PATH);
    expect((json as { version: string }).version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('indents its JSON when asked to', async () => {
    const { text } = await app().call('GET', PATH, { headers: { Accept: 'application/json; indent=4' } });
    expect(text).toContain('{\n    "version": "11.0.0",\n');
  });

  it.each(['POST', 'PUT', 'DELETE'])('knows no %s', async (method) => {
    await expectMethodRefused(app(), method, PATH, ['GET']);
  });
});
