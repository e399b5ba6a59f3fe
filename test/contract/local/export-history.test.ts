import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { JobJson, JobsJson } from '../../../src-shared/upkeep-api.ts';
import { isDesktopService } from '../../support/desktop-service.ts';
import { gitAnswer, isGitHere } from '../../support/git.ts';
import { useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';

const app = useApp();
const linkedLibrary = useLinkedLibraries(app);
let library: string;

beforeAll(async () => {
  ({ libraryId: library } = await linkedLibrary({
    name: 'Notes',
    files: { 'a.txt': 'one', 'd/b.txt': 'two' },
  }));
}, 40_000);

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'keepfold-export-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function exportTo(to: string, json: object = {}, token = app().adminToken) {
  const path = `/api/local/v1/libraries/${library}/export/`;
  const answer = await app().call('POST', path, { token, json: { to, with_history: true, ...json } });
  return { status: answer.status, body: answer.json };
}

async function asText(to: string, json: object = {}): Promise<[number, string, string]> {
  const { status, body } = await exportTo(to, json);
  const { error_code, error_msg } = body as { error_code: string; error_msg: string };
  return [status, error_code, error_msg];
}

describe('POST /api/local/v1/libraries/{id}/export/ with its history', { timeout: 40_000 }, () => {
  it.runIf(isGitHere)('begins a job that makes a git repository, and tells of it', async () => {
    const to = join(emptyFolder(), 'new');
    const begun = await exportTo(to);
    expect(begun).toMatchObject({ status: 200, body: { kind: 'export', state: 'running', exported: null } });
    const { id } = begun.body as JobJson;
    const job = async () => {
      const { json } = await app().call('GET', '/api/local/v1/admin/jobs/', { token: app().adminToken });
      return (json as JobsJson).jobs.find((known) => known.id === id);
    };
    await expect.poll(async () => (await job())?.state, { timeout: 20_000 }).toBe('done');
    const { exported } = (await job()) ?? {};
    expect(exported).toEqual({
      ...{ library_id: library, library_name: 'Notes', path: to, commits: exported?.commits },
      ...{ unreadable: [], unreadable_count: 0, renamed: [], renamed_count: 0 },
      ...{ empty_folders: 0, not_written: '' },
    });
    expect(gitAnswer(to, 'rev-list', '--count', 'main').trim()).toBe(String(exported?.commits));
    expect(readFileSync(join(to, 'd', 'b.txt'), 'utf8')).toBe('two');
  });

  it.runIf(isGitHere)('refuses a folder that it cannot take, and leaves it as it is', async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'mine.txt'), 'mine');
    expect(await asText(folder)).toEqual([
      400,
      'path-invalid',
      `The path “${folder}” is a folder with something in it; choose a new or an empty one.`,
    ]);
    expect(readdirSync(folder)).toEqual(['mine.txt']);
    expect(await asText('out')).toEqual([400, 'path-invalid', 'The path “out” is not a full path.']);
    const inside = join(app().dataDir, 'out');
    expect(await asText(inside)).toEqual([
      400,
      'path-invalid',
      `The path “${inside}” lies in Keepfold’s own data; choose a place outside it.`,
    ]);
    expect(existsSync(inside)).toBe(false);
  });

  // The programs of a service in another process stay what they are.
  it.skipIf(isDesktopService)('says what to do where git is not installed, and makes nothing', async () => {
    const folder = emptyFolder();
    vi.stubEnv('PATH', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await asText(join(folder, 'out'))).toEqual([
      409,
      'git-missing',
      'The history is written with the program git, which is not installed on the computer that Keepfold runs on. Install it and try again, or export the library without its history.',
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('takes no moment beside the whole history', async () => {
    const to = emptyFolder();
    expect(await asText(to, { commit_id: 'a'.repeat(40) })).toEqual([
      400,
      'argument-invalid',
      'The value of “commit_id” is not valid (with-history).',
    ]);
    expect(await asText(to, { with_history: 'perhaps' })).toEqual([
      400,
      'argument-invalid',
      'The value of “with_history” is not valid.',
    ]);
    expect(
      (
        await app().call('POST', `/api/local/v1/libraries/${library}/export/`, {
          ...{ token: app().adminToken, json: { with_history: true } },
        })
      ).status,
    ).toBe(400);
    expect(readdirSync(to)).toEqual([]);
  });

  it('is for administrators', async () => {
    const to = emptyFolder();
    mkdirSync(join(to, 'out'));
    const ben = await app().addUser('ben@example.com');
    expect((await exportTo(join(to, 'out'), {}, ben)).status).toBe(403);
    expect(readdirSync(join(to, 'out'))).toEqual([]);
  });
});
