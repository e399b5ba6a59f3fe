import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { IntegrityJson } from '../../../src-shared/integrity-api.ts';
import type { RehearsalJson } from '../../../src-shared/rehearsal-api.ts';
import type { JobJson, JobsJson } from '../../../src-shared/upkeep-api.ts';
import { useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';

const FILM = 'x'.repeat(1_200_000);

const app = useApp();
const linkedLibrary = useLinkedLibraries(app);

async function ask<T>(method: string, path: string, json?: object, token = app().adminToken) {
  const options = json === undefined ? { token } : { token, json };
  const answer = await app().call(method, `/api/local/v1/${path}`, options);
  return { status: answer.status, body: answer.json as T };
}

async function over(begun: { readonly status: number; readonly body: JobJson }): Promise<JobJson> {
  expect(begun).toMatchObject({ status: 200, body: { state: 'running' } });
  const find = async () => {
    const { body } = await ask<JobsJson>('GET', 'admin/jobs/');
    return body.jobs.find(({ id }) => id === begun.body.id);
  };
  await expect.poll(async () => (await find())?.state, { timeout: 20_000 }).not.toBe('running');
  const job = await find();
  if (job === undefined) throw new Error('the job is forgotten');
  return job;
}

/** Makes a backup, and tells in which folder. */
async function backUp(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'keepfold-rehearsal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await ask('PUT', 'backup/', { folder });
  await ask('POST', 'backup/run/');
  const progress = async () => (await ask<{ progress: unknown }>('GET', 'backup/')).body.progress;
  await expect.poll(progress, { timeout: 20_000 }).toBe(null);
  return folder;
}

/** Changes one bit of each block that has a file, below a data folder. */
function damageBlocks(dataFolder: string, libraryId: string): void {
  const blocks = join(dataFolder, 'storage', libraryId, 'blocks');
  for (const name of readdirSync(blocks, { recursive: true, encoding: 'utf8' })) {
    if (!/[0-9a-f]{38}/.test(name)) continue;
    const bytes = readFileSync(join(blocks, name));
    bytes[9_000] = (bytes[9_000] ?? 0) ^ 1;
    writeFileSync(join(blocks, name), bytes);
  }
}

let libraryId: string;

beforeAll(async () => {
  const linked = await linkedLibrary({ name: 'Films', files: { 'a.txt': 'one', 'film.bin': FILM } });
  libraryId = linked.libraryId;
  // Its folder would repair it.
  await ask('DELETE', `folders/${linked.folderId}/`);
}, 40_000);

describe('what is read by itself, on /api/local/v1/integrity/', { timeout: 40_000 }, () => {
  it('counts what was written since the first start as looked at', async () => {
    const { status, body } = await ask<IntegrityJson>('GET', 'integrity/');
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        ...{ state: 'resting', stored: 0, overdue: 0, within_days: 30 },
        ...{ oldest_at: expect.any(Number), newest_at: expect.any(Number) },
        ...{ damaged_count: 0, damaged: [] },
      },
    });
    expect(body.oldest_at).toBeGreaterThan(1_700_000_000);
  });

  it('names what is damaged, and the backup repairs it', async () => {
    await backUp();
    damageBlocks(app().dataDir, libraryId);
    const told: string[] = [];
    onTestFinished(app().running.subscribe(({ type }) => told.push(type)));
    await over(await ask('POST', 'admin/jobs/', { kind: 'full-check' }));
    const { body } = await ask<IntegrityJson>('GET', 'integrity/');
    expect(body).toMatchObject({
      damaged_count: 1,
      damaged: [{ library_id: libraryId, library_name: 'Films', kind: 'block', reason: 'id-mismatch' }],
    });
    expect(told).toContain('integrity');
    const job = await over(await ask('POST', 'backup/repair/'));
    expect(job).toMatchObject({ kind: 'repair', state: 'done', repaired: { repaired: 1, left: 0 } });
    expect((await ask<IntegrityJson>('GET', 'integrity/')).body).toMatchObject({
      damaged_count: 0,
      damaged: [],
    });
    await ask('PUT', 'backup/', { folder: '' });
  });
});

describe('the rehearsal, on /api/local/v1/backup/rehearsal/', { timeout: 40_000 }, () => {
  it('has nothing to try without a backup', async () => {
    expect(await ask('GET', 'backup/rehearsal/')).toEqual({
      status: 200,
      body: {
        ...{ schedule: 'monthly', state: 'none', ended_at: 0, error: '', reason: '', value: '' },
        ...{ last_at: 0, last: null },
      },
    });
    expect(await ask('POST', 'backup/rehearsal/run/')).toMatchObject({
      status: 409,
      body: { error_code: 'backup-refused', reason: 'no-folder' },
    });
    expect(await ask('POST', 'backup/repair/')).toMatchObject({
      status: 409,
      body: { error_code: 'backup-refused', reason: 'no-folder' },
    });
  });

  it('says whether files come back, one by one', async () => {
    const folder = await backUp();
    const sound = await over(await ask('POST', 'backup/rehearsal/run/'));
    expect(sound.rehearsed).toMatchObject({
      folder,
      files: 2,
      bytes: FILM.length + 3,
      libraries: 1,
      lost: [],
    });
    damageBlocks(folder, libraryId);
    const damaged = await over(await ask('POST', 'backup/rehearsal/run/'));
    expect(damaged.rehearsed).toMatchObject({
      files: 1,
      lost: [{ library_id: libraryId, library_name: 'Films', path: '/film.bin', reason: 'object-corrupt' }],
    });
    const { body } = await ask<RehearsalJson>('GET', 'backup/rehearsal/');
    expect(body).toMatchObject({ state: 'resting', error: '', last_at: body.ended_at });
    expect(body.last).toEqual(damaged.rehearsed);
    await ask('PUT', 'backup/', { folder: '' });
  });

  it('takes how often that is to be', async () => {
    expect(await ask('PATCH', 'backup/rehearsal/', { schedule: 'weekly' })).toMatchObject({
      ...{ status: 200, body: { schedule: 'weekly' } },
    });
    expect(await ask('PATCH', 'backup/rehearsal/', { schedule: 'daily' })).toMatchObject({
      ...{ status: 400, body: { error_code: 'argument-invalid', field: 'schedule' } },
    });
    expect(await ask('PATCH', 'backup/rehearsal/', {})).toMatchObject({
      ...{ status: 400, body: { error_code: 'argument-missing' } },
    });
    expect((await ask<RehearsalJson>('GET', 'backup/rehearsal/')).body.schedule).toBe('weekly');
    await ask('PATCH', 'backup/rehearsal/', { schedule: 'monthly' });
  });
});
