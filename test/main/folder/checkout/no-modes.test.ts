import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { EXECUTABLE_MODE, FILE_MODE } from '../../../../src-main/core/objects/dir-object.ts';
import {
  type FolderWorld,
  freshFolderWorld,
  IGNORE_DEFAULTS,
  OWNER,
  type Place,
} from '../../../support/folder-world.ts';
import { modelessDisk } from '../../../support/modeless-folder.ts';

vi.setConfig({ testTimeout: 30_000 });

describe('a folder on a disk that does not know which files are programs', () => {
  let place: Place;
  let world: FolderWorld;

  beforeEach(async () => {
    ({ place, world } = await freshFolderWorld(modelessDisk(IGNORE_DEFAULTS)));
  });

  const text = (path: string) => readFileSync(join(place.root, path), 'utf8');

  /** Puts a program into the library from elsewhere. */
  async function putProgram(libraryId: string, path: string, content: string): Promise<void> {
    const change = await world.putChange(libraryId, path, content);
    if (change.op !== 'put') throw new Error('no put');
    await world.change(libraryId, [{ ...change, dirent: { ...change.dirent, mode: EXECUTABLE_MODE } }]);
  }

  async function linkWithProgram() {
    place.write('beside.txt', 'beside');
    const folder = await world.linkAndSettle();
    await putProgram(folder.library_id, '/run.sh', '#!/bin/sh');
    await world.until('run.sh', () => world.index.find(1, 'run.sh') !== null);
    await world.folders.whenIdle(folder.id);
    return folder;
  }

  const modeAt = async (libraryId: string, path: string) => (await world.entry(libraryId, path))?.mode;

  it('has programs of the library without anything to do or to tell', async () => {
    const folder = await linkWithProgram();
    expect(text('run.sh')).toBe('#!/bin/sh');
    await world.folders.rescan(folder.id);
    await world.folders.whenIdle(folder.id);
    expect(world.folders.find(folder.id)).toMatchObject({ pending: 0, problem_count: 0, state: 'idle' });
    expect(await modeAt(folder.library_id, '/run.sh')).toBe(EXECUTABLE_MODE);
  });

  it('leaves a program one when it is edited, renamed or replaced by another file', async () => {
    const folder = await linkWithProgram();
    place.write('run.sh', 'edited');
    await world.untilContent(folder.library_id, ['beside.txt: beside', 'run.sh: edited']);
    expect(await modeAt(folder.library_id, '/run.sh')).toBe(EXECUTABLE_MODE);
    await world.folders.whenIdle(folder.id);
    renameSync(join(place.root, 'run.sh'), join(place.root, 'start.sh'));
    await world.untilContent(folder.library_id, ['beside.txt: beside', 'start.sh: edited']);
    expect(await modeAt(folder.library_id, '/start.sh')).toBe(EXECUTABLE_MODE);
    place.write('unfinished', 'saved');
    await world.folders.whenIdle(folder.id);
    renameSync(join(place.root, 'unfinished'), join(place.root, 'start.sh'));
    await world.untilContent(folder.library_id, ['beside.txt: beside', 'start.sh: saved']);
    expect(await modeAt(folder.library_id, '/start.sh')).toBe(EXECUTABLE_MODE);
    expect(await modeAt(folder.library_id, '/beside.txt')).toBe(FILE_MODE);
  });

  it('takes note of files that become programs, or none any more, without asking the disk', async () => {
    const folder = await linkWithProgram();
    await putProgram(folder.library_id, '/beside.txt', 'beside');
    await world.change(folder.library_id, [await world.putChange(folder.library_id, '/run.sh', '#!/bin/sh')]);
    await world.folders.whenIdle(folder.id);
    await world.folders.rescan(folder.id);
    await world.folders.whenIdle(folder.id);
    expect(world.folders.find(folder.id)).toMatchObject({ pending: 0, problem_count: 0, state: 'idle' });
    place.write('beside.txt', 'edited');
    await world.untilContent(folder.library_id, ['beside.txt: edited', 'run.sh: #!/bin/sh']);
    expect(await modeAt(folder.library_id, '/beside.txt')).toBe(EXECUTABLE_MODE);
    expect(await modeAt(folder.library_id, '/run.sh')).toBe(FILE_MODE);
  });

  it('that is linked to a library which has its files already makes none of them a program, or no program', async () => {
    const first = await linkWithProgram();
    await world.folders.unlink(first.id);
    const again = await world.folders.link({ path: place.root, library: first.library_id }, OWNER);
    await world.folders.whenIdle(again.id);
    expect(await modeAt(again.library_id, '/run.sh')).toBe(EXECUTABLE_MODE);
    expect(await modeAt(again.library_id, '/beside.txt')).toBe(FILE_MODE);
    expect(world.folders.find(again.id)).toMatchObject({ pending: 0, problem_count: 0 });
  });
});
