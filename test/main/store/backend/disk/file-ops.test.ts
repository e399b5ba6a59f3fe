import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../../src-main/core/library/library-id.ts';
import { objectIdOf } from '../../../../../src-main/core/objects/object-id.ts';
import { diskFor, namesFor, patient } from '../../../../../src-main/store/backend/disk/file-ops.ts';
import { openDiskStore, temporaryDataFolder } from '../../../../support/disk-store.ts';
import { folderWithHeldFiles } from '../../../../support/held-files.ts';
import { createWindowsDisk } from '../../../../support/windows-file-ops.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const LARGE = Buffer.alloc(1024 * 1024, 'large');

describe('a file that another program holds on Windows', () => {
  let folder: ReturnType<typeof temporaryDataFolder>;
  let disk: ReturnType<typeof createWindowsDisk>;
  let waitedMs: number;
  let atMs: Map<number, () => void>;

  beforeEach(() => {
    folder = temporaryDataFolder();
    disk = createWindowsDisk();
    waitedMs = 0;
    atMs = new Map();
  });

  afterEach(() => folder.remove());

  /** A clock that runs only while somebody waits. */
  async function pause(ms: number): Promise<void> {
    waitedMs += ms;
    for (const [at, happen] of atMs) if (at <= waitedMs) happen();
  }

  const at = (name: string) => join(folder.path, name);

  function holdFor(ms: number, path: string): void {
    disk.holdElsewhere(path);
    atMs.set(ms, () => disk.letGo(path));
  }

  it('is renamed once it is let go, 0.4 seconds later', async () => {
    writeFileSync(at('a'), 'content');
    holdFor(400, at('a'));
    await patient(disk.ops, pause).rename(at('a'), at('b'));
    expect(readFileSync(at('b'), 'utf8')).toBe('content');
    expect(waitedMs).toBeGreaterThanOrEqual(400);
    expect(waitedMs).toBeLessThan(700);
  });

  it('is removed and replaced once it is let go', async () => {
    for (const name of ['a', 'b', 'c']) writeFileSync(at(name), name);
    const ops = patient(disk.ops, pause);
    holdFor(100, at('a'));
    await ops.remove(at('a'));
    holdFor(300, at('b'));
    await ops.rename(at('c'), at('b'));
    expect(readFileSync(at('b'), 'utf8')).toBe('c');
    expect(waitedMs).toBeLessThan(700);
  });

  it.each(['create', 'openExisting'] as const)('is opened by %s once it is let go', async (how) => {
    if (how === 'openExisting') writeFileSync(at('a'), '');
    let refusals = 3;
    const ops = patient({ ...disk.ops, [how]: async (path: string) => opened(path) }, pause);
    const opened = (path: string) => {
      refusals -= 1;
      if (refusals >= 0) throw Object.assign(new Error('EACCES: injected'), { code: 'EACCES' });
      return disk.ops[how](path);
    };
    await (await ops[how](at('a'))).close();
    expect(waitedMs).toBeLessThan(200);
  });

  it('for more than some seconds is refused as the system said it', async () => {
    writeFileSync(at('a'), '');
    disk.holdElsewhere(at('a'));
    await expect(patient(disk.ops, pause).rename(at('a'), at('b'))).rejects.toMatchObject({ code: 'EBUSY' });
    expect(waitedMs).toBeGreaterThan(3_000);
    expect(waitedMs).toBeLessThan(6_000);
  });

  it('is not waited for when something else is wrong', async () => {
    await expect(patient(disk.ops, pause).rename(at('none'), at('b'))).rejects.toMatchObject({
      code: 'ENOENT',
    });
    expect(waitedMs).toBe(0);
  });

  it('costs a write nothing but time, however long it is held', async () => {
    const { store, close } = await openDiskStore(folder.path, { ops: patient(disk.ops, pause) });
    const library = store.library(LIBRARY);
    const staged = at('tmp/object-1');
    disk.holdElsewhere(staged);
    await library.write('block', objectIdOf(LARGE), LARGE);
    await expect(library.flush()).rejects.toMatchObject({ code: 'busy' });
    holdFor(waitedMs + 400, staged);
    await library.flush();
    expect((await library.read('block', objectIdOf(LARGE), { skipCache: true })).equals(LARGE)).toBe(true);
    await close();
  });
});

describe('the disk', () => {
  it('is asked again for files that are held on Windows, and nowhere else', () => {
    expect(diskFor('linux').rename).toBe(diskFor('darwin').rename);
    expect(diskFor('win32').rename).not.toBe(diskFor('linux').rename);
  });
});

describe('the name of a file that another program holds on Windows', () => {
  it('is changed and removed once it is let go', () => {
    const { at, names, holdFor, waitedMs } = folderWithHeldFiles();
    for (const name of ['a', 'b', 'c']) writeFileSync(at(name), name);
    holdFor(100, 'a');
    names.rename(at('a'), at('b'));
    expect(readFileSync(at('b'), 'utf8')).toBe('a');
    holdFor(400, 'b');
    names.rename(at('c'), at('b'));
    expect(readFileSync(at('b'), 'utf8')).toBe('c');
    holdFor(900, 'b');
    names.remove(at('b'));
    expect(existsSync(at('b'))).toBe(false);
    expect(waitedMs()).toBeLessThan(1_300);
  });

  it('is left after some seconds, with the refusal of the system', () => {
    const { at, names, holdFor, waitedMs } = folderWithHeldFiles();
    writeFileSync(at('a'), '');
    holdFor(60_000, 'a');
    expect(() => names.remove(at('a'))).toThrow('EBUSY');
    expect(waitedMs()).toBe(4_270);
  });

  it('is not waited for when something else is wrong', () => {
    const { at, names, waitedMs } = folderWithHeldFiles();
    expect(() => names.rename(at('none'), at('b'))).toThrow('ENOENT');
    names.remove(at('none'));
    expect(waitedMs()).toBe(0);
  });
});

describe('names on the disk', () => {
  it('are asked for again on Windows, and nowhere else', () => {
    expect(namesFor('linux')).toBe(namesFor('darwin'));
    expect(namesFor('win32')).not.toBe(namesFor('linux'));
  });

  it('are asked for again after a pause of the thread', () => {
    const { at } = folderWithHeldFiles();
    writeFileSync(at('a'), 'a');
    namesFor('win32').rename(at('a'), at('b'));
    expect(readFileSync(at('b'), 'utf8')).toBe('a');
  });
});
