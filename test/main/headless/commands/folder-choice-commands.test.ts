import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type {
  FolderActivityEntryJson,
  IgnorePreviewJson,
  SubfolderJson,
} from '../../../../src-shared/folder-choices-api.ts';
import type { LinkedFolderJson } from '../../../../src-shared/folders-api.ts';
import { temporaryDataFolder } from '../../../support/disk-store.ts';
import { useApp } from '../../../support/running-app.ts';
import { typedCommand } from '../../../support/typed-command.ts';
import { uploadCalls } from '../../../support/uploads.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 30_000 });

const app = useApp();
let folder: ReturnType<typeof temporaryDataFolder>;

beforeEach(() => {
  folder = temporaryDataFolder();
});
afterEach(() => folder.remove());

const run = (...words: string[]) => typedCommand({ dataDir: app().dataDir, folder: folder.path }, words);

async function json<T>(...words: string[]): Promise<T> {
  const { code, out, err } = await run(...words, '--json');
  if (code !== 0) throw new Error(`${words.join(' ')}: ${code} ${err}`);
  return JSON.parse(out) as T;
}

async function call(id: string): Promise<LinkedFolderJson> {
  const answer = await app().call('GET', `/api/local/v1/folders/${id}/`, { token: app().adminToken });
  return answer.json as LinkedFolderJson;
}

async function untilIdle(id: string): Promise<LinkedFolderJson> {
  return vi.waitFor(
    async () => {
      const found = await call(id);
      if (found.state !== 'idle' || found.pending > 0) throw new Error(`busy: ${JSON.stringify(found)}`);
      return found;
    },
    { timeout: 20_000, interval: 100 },
  );
}

async function linkPhotos(): Promise<{ id: string; root: string }> {
  const root = join(folder.path, 'Photos');
  mkdirSync(join(root, 'raw'), { recursive: true });
  writeFileSync(join(root, 'a.txt'), 'first');
  writeFileSync(join(root, 'raw', 'b.raw'), '12345');
  const { folder_id: id } = await json<{ folder_id: string }>('folder', 'add', 'Photos');
  await untilIdle(id);
  return { id, root };
}

describe('a linked folder on the command line', () => {
  it('is looked at before it is linked, rests for a time, and is found at another place', async () => {
    mkdirSync(join(folder.path, 'New'));
    writeFileSync(join(folder.path, 'New', 'x'), '1');
    expect((await run('folder', 'preflight', 'New')).out).toContain('1 files and 0 folders, 1 byte');
    const { id, root } = await linkPhotos();
    const paused = await json<LinkedFolderJson>('folder', 'pause', id, '--for', '2h');
    expect(paused.state).toBe('paused');
    expect(paused.resume_at - Date.now() / 1000).toBeGreaterThan(7000);
    expect(await run('folder', 'pause', id, '--for', 'ever')).toMatchObject({ code: 2 });
    expect(await json('resume')).toMatchObject([{ id, resume_at: 0 }]);
    const [resting] = await json<LinkedFolderJson[]>('pause', '--for', '1d');
    expect(resting?.state).toBe('paused');
    expect(resting?.resume_at).toBeGreaterThan(paused.resume_at);
    expect((await run('resume')).out).not.toContain('paused');
    renameSync(root, join(folder.path, 'Moved'));
    const refused = await run('folder', 'relink', id, 'New');
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('(0/2)') });
    const moved = await json<LinkedFolderJson>('folder', 'relink', id, 'Moved');
    expect(moved.path).toBe(join(folder.path, 'Moved'));
    expect(await untilIdle(id)).toMatchObject({ file_count: 2 });
    const entries = await json<FolderActivityEntryJson[]>('folder', 'activity', id, '--limit', '10');
    expect(Array.isArray(entries)).toBe(true);
  });

  it('leaves out what it is told to', async () => {
    const { id, root } = await linkPhotos();
    writeFileSync(join(folder.path, 'rules'), '*.txt\n');
    const preview = await json<IgnorePreviewJson>('folder', 'ignore', id, '--from', 'rules', '--dry-run');
    expect(preview.newly_ignored).toEqual({ count: 1, bytes: 5, examples: ['a.txt'] });
    expect(existsSync(join(root, 'seafile-ignore.txt'))).toBe(false);
    expect((await run('folder', 'ignore', id)).out).toBe('No patterns of your own.\n');
    await json('folder', 'ignore', id, '--from', 'rules');
    expect(readFileSync(join(root, 'seafile-ignore.txt'), 'utf8')).toBe('*.txt\n');
    expect((await run('folder', 'ignore', root)).out).toBe('*.txt\n');
    expect(await json<SubfolderJson[]>('folder', 'subfolders', id)).toEqual([
      { name: 'raw', path: 'raw', excluded: false, files: 1, bytes: 5 },
    ]);
    const left = await json<LinkedFolderJson>('folder', 'exclude', id, 'raw/', '--yes');
    expect(left.excluded).toEqual(['raw']);
    await untilIdle(id);
    expect(existsSync(join(root, 'raw'))).toBe(false);
    expect((await run('folder', 'subfolders', id)).out).toBe('left out  1 files  5 bytes  raw\n');
    expect((await run('folder', 'include', id, 'raw')).out).toContain('leaves out nothing.');
    await untilIdle(id);
    expect(readFileSync(join(root, 'raw', 'b.raw'), 'utf8')).toBe('12345');
    expect(await run('folder', 'exclude', id, 'none', '--yes')).toMatchObject({ code: 1 });
    expect(await run('folder', 'exclude', id, 'none', '--dry-run')).toMatchObject({
      ...{ code: 1, err: 'There is no folder "none" in the library.\n' },
    });
  });

  it('has patterns from the library hold once it is told to', async () => {
    const { id, root } = await linkPhotos();
    const { library_id } = await call(id);
    const files = [['seafile-ignore.txt', '*.raw\n']] as const;
    await uploadCalls(app).upload(app().adminToken, library_id, { files });
    await vi.waitFor(() => readFileSync(join(root, 'seafile-ignore.txt')), {
      timeout: 20_000,
      interval: 100,
    });
    await untilIdle(id);
    expect((await run('folder', 'ignore', id)).out).toBe(
      'No patterns of your own.\nCame through the library and does not hold yet; --agree has it hold:\n+ *.raw\n',
    );
    expect((await run('folder', 'ignore', id, '--agree', '--dry-run')).out).toBe(
      'Would hold from then on:\n+ *.raw\nNothing was changed.\n',
    );
    expect((await run('folder', 'ignore', id)).out).toContain('does not hold yet');
    expect((await run('folder', 'ignore', id, '--agree')).out).toBe(
      '+ *.raw\nThe patterns hold from now on. What is in the library already stays there.\n',
    );
    expect((await run('folder', 'ignore', id)).out).toBe('*.raw\n');
    expect(await run('folder', 'ignore', id, '--agree')).toMatchObject({ code: 2 });
  });
});
