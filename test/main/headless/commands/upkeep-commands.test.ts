import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dataFolder, openDataWorld } from '../../../support/data-world.ts';
import { toldFile } from '../../../support/lying-files.ts';
import { STOPPED_CODE } from '../../../support/process-ends.ts';
import { serveApp } from '../../../support/served-app.ts';
import { typedCommand } from '../../../support/typed-command.ts';

/** Runs the command line on a data folder. */
const typed = (dataDir: string, ...words: string[]) =>
  typedCommand({ dataDir }, [...words, '--data-dir', dataDir]);

async function folderWithLibrary(): Promise<string> {
  const path = dataFolder();
  const world = await openDataWorld(path);
  const id = await world.addLibrary('Papers');
  await world.commit(id, await world.put(id, '/a.txt', 'one'));
  await world.store.close();
  return path;
}

describe('upkeep on the command line', { timeout: 120_000 }, () => {
  it('collects garbage without a running instance, when it is said twice', async () => {
    const path = await folderWithLibrary();
    const refused = await typed(path, 'gc');
    expect(refused).toMatchObject({
      code: 2,
      err: expect.stringContaining('Add --yes to do it, or --dry-run'),
    });
    // The folder was made on a day long ago.
    expect((await typed(path, 'gc', '--dry-run')).out).toBe(
      `0 objects (0 bytes) in 1 libraries could be freed.
The clock is more than a day ahead of when Keepfold last ran, so nothing expires until it has run for 24 hours. Should the clock be wrong, set it right.
`,
    );
    const done = await typed(path, 'gc', '--yes', '--json');
    expect(done.code).toBe(0);
    expect(JSON.parse(done.out)).toEqual({
      ...{ libraries: 1, objects: 0, bytes: 0, stored_bytes: 0, dry_run: false },
      ...{ removed_objects: 0, removed_bytes: 0, disk_bytes: 0, skipped: [] },
      waiting_for_clock: true,
    });
  });

  it('backs up to a folder without a running instance, and says why it does not', async () => {
    const path = await folderWithLibrary();
    const refused = await typed(path, 'backup');
    expect(refused).toMatchObject({
      code: 1,
      err: 'No folder for the backup is chosen yet. Choose one first.\n',
    });
    const to = dataFolder();
    mkdirSync(to);
    const done = await typed(path, 'backup', '--to', to);
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining(`Backed up to ${to}: 1 new file, `) });
    expect(JSON.parse((await typed(path, 'backup', '--to', to, '--json')).out)).toMatchObject({
      ...{ folder: to, files: 0, bytes: 0, error: null },
    });
    expect((await typed(to, 'check', '--full')).code).toBe(0);
  });

  it('backs up while an instance runs, and waits until it is done', async () => {
    const path = await folderWithLibrary();
    const app = await serveApp(path);
    onTestFinished(() => app.kill());
    const to = dataFolder();
    mkdirSync(to);
    const done = await typed(path, 'backup', '--to', to);
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining(`Backed up to ${to}: 1 new file, `) });
    expect((await typed(to, 'check', '--full')).code).toBe(0);
  });

  it('recovers a lost database, after it has said what it would do', async () => {
    const path = await folderWithLibrary();
    rmSync(join(path, 'keepfold.db'));
    const planned = await typed(path, 'recover');
    expect(planned.code).toBe(0);
    expect(planned.out).toContain('The database is missing.');
    expect(planned.out).toContain('Add --yes to do it.');
    const done = await typed(path, 'recover', '--yes', '--json');
    expect(done.code).toBe(0);
    expect(JSON.parse(done.out)).toMatchObject({
      ...{ database: 'missing', done: true, moved_to: null, problems: 0, rolled_back: [] },
      libraries: [{ name: 'Papers', state: 'live', commits: 2, head_from: 'journal', older: false }],
      accounts_without_password: ['anna@example.com'],
    });
    expect((await typed(path, 'recover')).out).toContain('The database is sound');
    expect((await typed(path, 'check', '--full')).code).toBe(0);
  });

  it('tells of what is whole and not true, and takes it for no damage', async () => {
    const path = dataFolder();
    const world = await openDataWorld(path);
    const id = await world.addLibrary('Papers');
    const store = world.store.objects.library(id);
    await world.commit(id, await toldFile(store, '/lie.txt', { blocks: ['abc'], rowBytes: 9 }));
    await world.store.close();
    const told = await typed(path, 'check');
    expect(told.code).toBe(0);
    expect(told.out).toMatch(/^Sound: /);
    expect(told.out).toContain('another size in its folder than the file has');
    expect(told.out).toContain('/lie.txt');
    expect(JSON.parse((await typed(path, 'check', '--full', '--json')).out)).toMatchObject({
      ...{ sound: true, problems: [], untrue_count: 1 },
      untrue: [{ path: '/lie.txt', reason: 'size' }],
    });
  });

  it('works on what runs, but recovers nothing under it', async () => {
    const path = dataFolder();
    const app = await serveApp(path);
    expect(await typed(path, 'gc', '--yes')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Removed 0'),
    });
    const refused = await typed(path, 'recover', '--yes');
    expect(refused).toMatchObject({ code: 4, err: expect.stringContaining('is in use') });
    expect(await app.stop()).toBe(STOPPED_CODE);
  });
});
