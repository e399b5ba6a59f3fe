import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killLeftServers, runServer, type ServerRun } from '../../support/server-run.ts';

const BORINGSSL = new URL('../../support/electron-stub/boringssl.ts', import.meta.url).href;

const ADMIN = { username: 'admin@example.com', password: 'admin-secret' };

/** A library whose password, `test_enc_repo`, is proved by Argon2id, as official clients make it. */
const LIBRARY = {
  repo_id: 'd17bf8ca-3019-40ee-8fdb-0258c89fb762',
  name: 'Secret',
  enc_version: '2',
  random_key:
    'c4ead0027e8626be387a53e90466469e928c3cfe05d81128534802918bd982a7045b162159336127fb03f67c406ffe8e',
  pwd_hash: 'e4b49968b9ef10b109f9a50a4ed96603ff239a20a61c4ecab7ec4ef1ad243a77',
  pwd_hash_algo: 'argon2id',
  pwd_hash_params: '2,102400,8',
};

describe('passwords on the crypto library that Electron has', () => {
  let dataDir: string;
  let server: ServerRun;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'keepfold-boringssl-'));
    server = await runServer(dataDir, { environment: { NODE_OPTIONS: `--import=${BORINGSSL}` } });
  });

  afterAll(async () => {
    await server?.stop();
    killLeftServers();
    await rm(dataDir, { recursive: true, force: true });
  });

  const post = async (path: string, form: Record<string, string>, token = '') => {
    const headers = token === '' ? {} : { Authorization: `Token ${token}` };
    const body = new URLSearchParams(form);
    const response = await fetch(new URL(path, server.url), { method: 'POST', headers, body });
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  };

  /** How often somebody else was answered before `work` ended, and what it came to. */
  async function besideOthers<T>(work: Promise<T>) {
    let isDone = false;
    const ended = work.finally(() => {
      isDone = true;
    });
    let answered = 0;
    while (!isDone) {
      await (await fetch(new URL('/api2/ping/', server.url))).text();
      if (!isDone) answered += 1;
    }
    return { answered, result: await ended };
  }

  it('are checked while everybody else is answered', async () => {
    const right = await post('/api2/auth-token/', ADMIN);
    expect(right).toEqual({ status: 200, json: { token: expect.stringMatching(/^[0-9a-f]{40}$/) } });
    const wrong = await post('/api2/auth-token/', { ...ADMIN, password: 'wrong' });
    expect(wrong.status).toBe(400);
    expect(server.errors()).not.toContain('scrypt holds up the main thread');
  });

  it('open libraries that prove them by Argon2id', async () => {
    expect((await post('/api2/repos/', LIBRARY, server.token)).status).toBe(200);
    const path = `/api/v2.1/repos/${LIBRARY.repo_id}/set-password/`;
    const wrong = await post(path, { password: 'wrong' }, server.token);
    expect(wrong.status).toBe(400);
    const { answered, result } = await besideOthers(post(path, { password: 'test_enc_repo' }, server.token));
    expect(result).toEqual({ status: 200, json: { success: true } });
    expect(answered).toBeGreaterThan(10);
  });
});
