import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { FileDirent } from '../../../../src-main/core/objects/dir-object.ts';
import { writeOut } from '../../../../src-main/folder/export/write-out.ts';
import type { ExportSource } from '../../../../src-main/usecases/files/files.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { filesBelow, openDiskStore, temporaryDataFolder } from '../../../support/disk-store.ts';
import { ANNA, libraryWorld } from '../../../support/library-world.ts';
import { writingThreadsFor } from '../../../support/writing-threads.ts';

/** Enough for several batches. */
const FILES = 600;

const pathOf = (at: number) => `/d${Math.floor(at / 100)}/${at}.txt`;

/** A library on disk with six folders of a hundred files, and a folder for what is taken out of it. */
async function exportable() {
  const folder = temporaryDataFolder();
  const opened = await openDiskStore(folder.path, { writingThreads: writingThreadsFor(folder.path) });
  onTestFinished(async () => {
    await opened.close();
    folder.remove();
  });
  const world = await libraryWorld({ objects: opened.store });
  const id = await world.addLibrary();
  const puts = [];
  for (let at = 0; at < FILES; at += 1) puts.push(await world.put(id, pathOf(at), `text ${at}`));
  await world.commit(id, ...puts);
  const taken = await world.files.openForExport(ANNA, id, '/', null);
  return { taken, to: join(folder.path, 'out'), packs: join(folder.path, 'storage', id, 'packs') };
}

/** What is below, and each file of it that `again` picks twice. */
function withTwins(taken: ExportSource, again: (path: string) => boolean): ExportSource {
  const below = async function* () {
    for await (const found of taken.below()) {
      yield found;
      if (again(found.path)) yield found;
    }
  };
  return { ...taken, below };
}

describe('writing a library of many small files to disk', () => {
  it('writes all of them, with their times', async () => {
    const { taken, to } = await exportable();
    const byReading: string[] = [];
    const read = (file: FileDirent) => {
      byReading.push(file.name);
      return taken.read(file);
    };
    expect(await writeOut({ ...taken, read }, to)).toMatchObject({ path: to, files: 600, bytes: 4_690 });
    expect(filesBelow(to)).toHaveLength(600);
    for (const at of [0, 127, 128, 599])
      expect(readFileSync(join(to, pathOf(at)), 'utf8')).toBe(`text ${at}`);
    const times = filesBelow(to).map((name) => statSync(join(to, name)).mtimeMs);
    expect(new Set(times)).toEqual(new Set([1_700_000_000_000]));
    expect(byReading).toEqual([]);
  });

  it('names the damaged object among many good ones, as if they had been read one by one', async () => {
    const { taken, to, packs } = await exportable();
    const pack = join(packs, '000001.pack');
    const bytes = readFileSync(pack);
    bytes.write('T', bytes.indexOf('text 300'), 'latin1');
    writeFileSync(pack, bytes);
    expect(await refusalOf(() => writeOut(taken, to))).toEqual({
      code: 'object-corrupt',
      detail: { value: '76da5b71a81a37158a46845cc4150d352d0dd44c', reason: 'record' },
    });
    expect(readFileSync(join(to, pathOf(299)), 'utf8')).toBe('text 299');
    expect(readFileSync(join(to, pathOf(300)), 'utf8')).toBe('');
  });

  // On Windows a second name of the same file is known beforehand, and left out.
  it.skipIf(process.platform === 'win32')(
    'overwrites nothing where the disk takes two names in one batch for one, and says which',
    async () => {
      const { taken, to } = await exportable();
      const twins = withTwins(taken, (path) => path === pathOf(250));
      expect(await refusalOf(() => writeOut(twins, to))).toEqual({
        code: 'path-invalid',
        detail: { field: 'to', value: join(to, pathOf(250)), reason: 'name-clash' },
      });
      expect(readFileSync(join(to, pathOf(250)), 'utf8')).toBe('text 250');
    },
  );

  it('ends in the middle when it is told to, with nothing written afterwards', async () => {
    const { taken, to } = await exportable();
    const ending = new AbortController();
    const endingHalfWay = withTwins(taken, (path) => {
      if (path === pathOf(300)) ending.abort(new Error('enough'));
      return false;
    });
    await expect(writeOut(endingHalfWay, to, ending.signal)).rejects.toThrow('enough');
    const written = filesBelow(to);
    expect(written.length).toBeLessThanOrEqual(300);
    expect(existsSync(join(to, pathOf(400)))).toBe(false);
    await writeOut(taken, join(to, '..', 'other'));
    expect(filesBelow(to)).toEqual(written);
  });
});
