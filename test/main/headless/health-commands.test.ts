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
    expect(out).toContain('There is no backup, so no restore is tested.\n');
    expect(await run('restore-test')).toMatchObject({
      ...{ code: 1, out: '' },
      err: expect.stringContaining('No folder for the backup is chosen yet.'),
    });
  });

  it('has a restore tested, and remembers how that went', async () => {
    const token = app().adminToken;
    const json = { folder: join(folder.path, 'backup') };
    await app().call('PUT', '/api/local/v1/backup/', { token, json });
    expect((await run('health')).out).toContain(
      'No restore from the backup was tested yet.\nA restore test is due, and waits for the backup.\n',
    );
    expect(await run('backup')).toMatchObject({ code: 0 });
    expect(await run('restore-test')).toMatchObject({
      ...{ code: 0, out: '2 files (6 bytes) came back from the backup unchanged.\n' },
    });
    const { out } = await run('health');
    expect(out).toMatch(
      /Last restore test: \S+Z\. 2 files \(6 bytes\) came back from the backup unchanged\.\n$/,
    );
    const told = JSON.parse((await run('health', '--json')).out) as { rehearsal: { state: string } };
    expect(told.rehearsal.state).toBe('resting');
  });
});
