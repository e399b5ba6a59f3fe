import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { temporaryDataFolder } from '../../support/disk-store.ts';
import { useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';
import { runTyped } from '../../support/typed-commands.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const app = useApp();
const linkedLibrary = useLinkedLibraries(app);
let folder: ReturnType<typeof temporaryDataFolder>;

const run = (...words: string[]) => runTyped(words, { dataDir: app().dataDir, cwd: folder.path, input: '' });

beforeAll(async () => {
  folder = temporaryDataFolder();
  mkdirSync(join(folder.path, 'backup'), { recursive: true });
  await linkedLibrary({ name: 'Notes', files: { 'a.txt': 'one', 'b.txt': 'two' } });
});
afterAll(() => folder.remove());

describe('the health of the server, on the command line', () => {
  it('is told while there is no backup', async () => {
    const { code, out } = await run('health');
    expect(code).toBe(0);
    expect(out).toMatch(/^Everything stored was written or found intact between \S+Z and \S+Z\.\n/);
    expect(out).toContain('There is no backup, so no restore is rehearsed.\n');
    expect(await run('rehearse')).toMatchObject({
      ...{ code: 1, out: '' },
      err: expect.stringContaining('No folder for the backup is chosen yet.'),
    });
  });

  it('has a restore rehearsed, and remembers how that went', async () => {
    const token = app().adminToken;
    const json = { folder: join(folder.path, 'backup') };
    await app().call('PUT', '/api/local/v1/backup/', { token, json });
    expect((await run('health')).out).toContain(
      'No restore from the backup was rehearsed yet.\nA rehearsal is due, and waits for the backup.\n',
    );
    expect(await run('backup')).toMatchObject({ code: 0 });
    expect(await run('rehearse')).toMatchObject({
      ...{ code: 0, out: '2 files (6 bytes) restored from the backup and equal.\n' },
    });
    const { out } = await run('health');
    expect(out).toMatch(/Last rehearsal: \S+Z\. 2 files \(6 bytes\) restored from the backup and equal\.\n$/);
    const told = JSON.parse((await run('health', '--json')).out) as { rehearsal: { state: string } };
    expect(told.rehearsal.state).toBe('resting');
  });
});
