import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkOffline } from '../../../src-main/app/maintenance.ts';
import { temporaryDataFolder } from '../../support/disk-store.ts';
import { STOPPED_CODE } from '../../support/process-ends.ts';
import { serveApp } from '../../support/served-app.ts';

let folder: ReturnType<typeof temporaryDataFolder>;

beforeEach(() => {
  folder = temporaryDataFolder();
});
afterEach(() => folder.remove());

describe('a check without a running instance', { timeout: 120_000 }, () => {
  async function servedOnce(): Promise<void> {
    const app = await serveApp(folder.path);
    await app.client.call('POST libraries/', { name: 'Papers' });
    expect(await app.stop()).toBe(STOPPED_CODE);
  }

  it('reads everything and finds a sound folder sound', async () => {
    await servedOnce();
    const report = await checkOffline(folder.path, true);
    expect(report).toMatchObject({ sound: true, full: true, libraries: 1, commits: 1, problems: [] });
    expect(report.bytes).toBeGreaterThan(100);
  });

  it('names what is damaged', async () => {
    await servedOnce();
    const storage = join(folder.path, 'storage');
    const [pack] = readdirSync(storage, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.pack'),
    );
    const path = join(storage, pack ?? '');
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    writeFileSync(path, bytes);
    expect(await checkOffline(folder.path, true)).toMatchObject({
      sound: false,
      problems: expect.arrayContaining([expect.objectContaining({ kind: 'commit' })]),
    });
  });

  it('is refused while an instance runs', async () => {
    const app = await serveApp(folder.path);
    await expect(checkOffline(folder.path, false)).rejects.toMatchObject({
      refusal: 'data-dir-in-use',
      exitCode: 4,
      message: expect.stringContaining(`the Keepfold at ${app.url} (process ${app.process.pid})`),
    });
    expect(await app.stop()).toBe(STOPPED_CODE);
  });

  it('can be repeated: it leaves nothing locked', async () => {
    await servedOnce();
    rmSync(join(folder.path, 'instance.json'), { force: true });
    expect((await checkOffline(folder.path, false)).sound).toBe(true);
    expect((await checkOffline(folder.path, false)).sound).toBe(true);
  });
});
