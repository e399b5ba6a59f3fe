import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { BackupContentsJson, BackupJson } from '../../../src-shared/backup-api.ts';
import type { JobsJson } from '../../../src-shared/upkeep-api.ts';
import { stateOfDataFolder } from '../../support/backup-world.ts';
import { useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';

const app = useApp();
const linkedLibrary = useLinkedLibraries(app);

async function ask(method: string, path: string, json?: object) {
  const token = app().adminToken;
  const options = json === undefined ? { token } : { token, json };
  const answer = await app().call(method, `/api/local/v1/backup/${path}`, options);
  return { status: answer.status, body: answer.json };
}

async function done(method: string, path: string, json?: object): Promise<BackupJson> {
  const { status, body } = await ask(method, path, json);
  expect([method, path, status, body]).toEqual([method, path, 200, body]);
  return body as BackupJson;
}

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'keepfold-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Waits until no copy is being made. */
async function over(): Promise<BackupJson> {
  await expect.poll(async () => (await done('GET', '')).progress, { timeout: 20_000 }).toBe(null);
  return done('GET', '');
}

beforeAll(async () => {
  await linkedLibrary({ name: 'Notes', files: { 'a.txt': 'one' } });
}, 40_000);

describe('the backup on /api/local/v1/backup/', { timeout: 40_000 }, () => {
  it('is kept nowhere at first', async () => {
    expect(await done('GET', '')).toEqual({
      ...{ folder: null, is_daily: false, state: 'idle', progress: null },
      ...{ last_success_at: 0, last_files: 0, last_bytes: 0 },
      ...{ failing_since: 0, last_error: null, last_run: null },
      ...{ same_disk: false, in_memory: false, data_since: expect.any(Number) },
    });
    expect(await ask('POST', 'run/')).toEqual({
      status: 409,
      body: {
        error_code: 'backup-refused',
        error_msg: 'No folder for the backup is chosen yet. Choose one first.',
        reason: 'no-folder',
      },
    });
  });

  it('is made in the folder that was named, tells of it, and is a data folder', async () => {
    const folder = emptyFolder();
    const told: string[] = [];
    onTestFinished(app().running.subscribe(({ type }) => told.push(type)));
    expect(await done('PUT', '', { folder })).toMatchObject({ folder, is_daily: true, state: 'idle' });
    expect(await done('POST', 'run/')).toMatchObject({ state: 'running' });
    const made = await over();
    expect(made).toMatchObject({ folder, state: 'idle', failing_since: 0, last_error: null });
    expect(made.last_success_at).toBeGreaterThan(0);
    expect(made.last_run).toMatchObject({ folder, error: null, files: made.last_files });
    expect(told).toContain('backup');
    const { states, problems } = await stateOfDataFolder(folder);
    expect(problems).toEqual([]);
    expect(Object.values(states).map(({ files }) => files)).toContainEqual({ '/a.txt': 'one' });
    expect(await done('PUT', '', { folder, is_daily: false })).toMatchObject({
      ...{ folder, is_daily: false, last_success_at: made.last_success_at },
    });
    expect(await done('PUT', '', { folder: '' })).toMatchObject({ folder: null, last_success_at: 0 });
  });

  it.runIf(process.platform === 'linux')(
    'says beforehand and ever after that the folder is in memory',
    async () => {
      const folder = mkdtempSync('/dev/shm/keepfold-');
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      expect(await ask('POST', 'check/', { folder })).toMatchObject({
        status: 200,
        body: { folder, in_memory: true },
      });
      expect(await done('PUT', '', { folder })).toMatchObject({ folder, in_memory: true });
      expect(await done('PUT', '', { folder: '' })).toMatchObject({ folder: null, in_memory: false });
    },
  );

  it('says beforehand and ever after that the folder is on the disk of the data', async () => {
    const folder = mkdtempSync(join(dirname(app().dataDir), 'backup-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    expect(await ask('POST', 'check/', { folder })).toEqual({
      status: 200,
      body: { folder, same_disk: true, in_memory: expect.any(Boolean) },
    });
    expect(readdirSync(folder)).toEqual([]);
    expect(await done('PUT', '', { folder })).toMatchObject({ folder, same_disk: true });
    expect(await done('GET', '')).toMatchObject({ same_disk: true });
    rmSync(folder, { recursive: true });
    expect(await done('PUT', '', { folder })).toMatchObject({
      state: 'away',
      same_disk: true,
      last_error: null,
    });
    expect(await done('PUT', '', { folder: '' })).toMatchObject({ folder: null, same_disk: false });
    expect(await ask('POST', 'check/', { folder: app().dataDir })).toMatchObject({
      status: 409,
      body: { error_code: 'backup-refused', reason: 'inside-data' },
    });
    const { data_since: since } = await done('GET', '');
    expect(Math.abs(since - Date.now() / 1000)).toBeLessThan(600);
  });

  it('goes once to another folder', async () => {
    const folder = emptyFolder();
    await done('POST', 'run/', { folder });
    expect(await over()).toMatchObject({
      folder: null,
      last_success_at: 0,
      last_run: { folder, error: null },
    });
  });

  it('is looked at when a page asks for it', async () => {
    const folder = join(emptyFolder(), 'stick');
    mkdirSync(folder);
    await done('PUT', '', { folder });
    const state = async () => (await done('GET', '')).state;
    renameSync(folder, `${folder}-unplugged`);
    await vi.waitFor(async () => expect(await state()).toBe('away'), { timeout: 10_000 });
    renameSync(`${folder}-unplugged`, folder);
    await vi.waitFor(async () => expect(await state()).toBe('idle'), { timeout: 10_000 });
    await done('PUT', '', { folder: '' });
  });

  it('tells of a folder that is away, and what to do', async () => {
    const folder = join(emptyFolder(), 'stick');
    mkdirSync(folder);
    await done('PUT', '', { folder });
    rmSync(folder, { recursive: true });
    const message =
      'The backup folder is unavailable. Connect its disk, or create the folder first, and try again.';
    expect(await ask('POST', 'run/')).toEqual({
      status: 409,
      body: { error_code: 'backup-away', error_msg: message },
    });
    expect(await over()).toMatchObject({
      ...{ folder, state: 'away' },
      last_error: { code: 'backup-away', reason: '', value: folder, message },
    });
    await done('PUT', '', { folder: '' });
  });

  it('refuses folders with other things in them, and what is no folder', async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'mine.txt'), 'mine');
    const asText = async (json: object) => {
      const { status, body } = await ask('PUT', '', json);
      return [status, (body as { error_msg: string }).error_msg];
    };
    expect(await asText({ folder })).toEqual([
      409,
      'This folder is not empty. Create an empty one for the backup, and choose that.',
    ]);
    expect(await asText({})).toEqual([400, 'The value of “folder” is missing.']);
    expect(await asText({ folder: app().dataDir })).toEqual([
      409,
      'This folder lies in Keepfold’s own data, which is what has to be copied. Choose one on another disk.',
    ]);
    expect(await done('GET', '')).toMatchObject({ folder: null });
  });

  it('is looked into, and its libraries come back beside what is here', async () => {
    const folder = emptyFolder();
    await done('POST', 'run/', { folder });
    await over();
    const { status, body } = await ask('POST', 'contents/', { folder });
    const contents = body as BackupContentsJson;
    expect([status, contents.folder]).toEqual([200, folder]);
    const [notes] = contents.libraries;
    if (notes === undefined) throw new Error('nothing is in the backup');
    const day = new Date(contents.made_at * 1000).toISOString().slice(0, 10);
    expect(notes).toMatchObject({
      ...{ library_name: 'Notes', file_count: 1, size: 3, encrypted: false, refused: false },
      ...{ here: 'same', new_name: `Notes (from backup ${day})`, new_owner: notes.owner },
    });
    const job = await ask('POST', 'restore/', { folder, library_ids: [notes.library_id] });
    expect([job.status, job.body]).toMatchObject([200, { kind: 'restore', state: 'running' }]);
    const last = async () => {
      const token = app().adminToken;
      const { json } = await app().call('GET', '/api/local/v1/admin/jobs/', { token });
      return (json as JobsJson).jobs[0];
    };
    await expect.poll(async () => (await last())?.state, { timeout: 20_000 }).toBe('done');
    expect((await last())?.restored).toMatchObject([
      { library_name: `Notes (from backup ${day})`, unreadable: 0, reason: '' },
    ]);
  });

  it('that is none is refused with what to do', async () => {
    const asText = async (path: string, json: object) => {
      const { status, body } = await ask('POST', path, json);
      return [status, (body as { error_msg: string }).error_msg];
    };
    const folder = emptyFolder();
    expect(await asText('contents/', { folder })).toEqual([
      409,
      'There is no backup in this folder. Choose the folder itself that holds “keepfold.db”, “heads.journal” and “storage”.',
    ]);
    expect(await asText('contents/', { folder: 'backup' })).toEqual([
      409,
      'Enter the full path of the folder.',
    ]);
    expect(await asText('contents/', {})).toEqual([400, 'The value of “folder” is missing.']);
    expect(await asText('restore/', { folder, library_ids: ['Notes'] })).toEqual([
      400,
      'The value of “library_ids” is not valid.',
    ]);
    expect(await asText('restore/', { library_ids: [] })).toEqual([400, 'The value of “folder” is missing.']);
    expect((await ask('POST', 'contents/', { folder: 'backup' })).body).toEqual({
      error_code: 'backup-unusable',
      error_msg: 'Enter the full path of the folder.',
      ...{ reason: 'not-absolute', field: 'folder' },
      value: 'backup',
    });
    const suffix = await ask('POST', 'contents/', { folder, name_suffix: 'a/b' });
    expect(suffix.body).toMatchObject({ error_code: 'name-invalid', reason: 'separator' });
    const token = await app().addUser('ben@example.com');
    const answer = await app().call('POST', '/api/local/v1/backup/contents/', { token, json: { folder } });
    expect(answer.status).toBe(403);
  });
});
