import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DomainError } from '../../../../src-main/core/errors.ts';
import { DIR_MODE, EXECUTABLE_MODE, type FileDirent } from '../../../../src-main/core/objects/dir-object.ts';
import { EMPTY_ID } from '../../../../src-main/core/objects/object-id.ts';
import { writeOut, writeSeveralOut } from '../../../../src-main/folder/export/write-out.ts';
import type { ExportSource } from '../../../../src-main/usecases/files/files.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { filesBelow, temporaryDataFolder } from '../../../support/disk-store.ts';
import { expectProgram } from '../../../support/file-modes.ts';
import { ANNA, libraryWorld } from '../../../support/library-world.ts';

let folder: ReturnType<typeof temporaryDataFolder>;

beforeEach(() => {
  folder = temporaryDataFolder();
});
afterEach(() => folder.remove());

/** A library with two files and an empty folder, and a way to take something out of it. */
async function exportable() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const script = await world.put(id, '/d/run.sh', '#!/bin/sh\n');
  if (script.op !== 'put') throw new Error('no file');
  await world.commit(
    id,
    { ...script, dirent: { ...script.dirent, mode: EXECUTABLE_MODE, mtimeSeconds: 1_600_000_000 } },
    await world.put(id, '/a.txt', 'hello'),
    { op: 'mkdir', path: '/empty', mtimeSeconds: 1 },
  );
  return (path: string) => world.files.openForExport(ANNA, id, path, null);
}

async function firstFile(taken: ExportSource): Promise<FileDirent> {
  for await (const { dirent } of taken.below()) if (dirent.kind === 'file') return dirent;
  throw new Error('no file');
}

describe('writing a library to disk', () => {
  it('makes the folder and all in it, with times and the executable bit', async () => {
    const open = await exportable();
    const to = join(folder.path, 'new', 'out');
    expect(await writeOut(await open('/'), to)).toEqual({
      ...{ path: to, files: 2, bytes: 15 },
      leftOut: { count: 0, paths: [] },
    });
    expect(filesBelow(to)).toEqual(['a.txt', 'd/run.sh']);
    expect(readFileSync(join(to, 'a.txt'), 'utf8')).toBe('hello');
    expect(readdirSync(join(to, 'empty'))).toEqual([]);
    expect(statSync(join(to, 'd/run.sh')).mtimeMs).toBe(1_600_000_000_000);
    expectProgram(join(to, 'd/run.sh'), true);
    expectProgram(join(to, 'a.txt'), false);
  });

  it('puts a single file into the folder under its name', async () => {
    const open = await exportable();
    const to = join(folder.path, 'out');
    expect(await writeOut(await open('/a.txt'), to)).toMatchObject({
      path: join(to, 'a.txt'),
      files: 1,
      bytes: 5,
    });
    expect(filesBelow(to)).toEqual(['a.txt']);
  });

  it('touches nothing that is there', async () => {
    const open = await exportable();
    writeFileSync(join(folder.path, 'a.txt'), 'mine');
    expect(await refusalOf(async () => writeOut(await open('/'), folder.path))).toEqual({
      code: 'path-invalid',
      detail: { field: 'to', value: folder.path, reason: 'not-empty' },
    });
    expect(filesBelow(folder.path)).toEqual(['a.txt']);
    expect(readFileSync(join(folder.path, 'a.txt'), 'utf8')).toBe('mine');
  });

  it('takes an empty folder that is there', async () => {
    const open = await exportable();
    const to = join(folder.path, 'out');
    mkdirSync(to);
    expect(await writeOut(await open('/d'), to)).toMatchObject({ files: 1 });
    expect(filesBelow(to)).toEqual(['run.sh']);
  });

  it('needs an absolute path', async () => {
    const open = await exportable();
    expect(await refusalOf(async () => writeOut(await open('/'), 'no-such-folder'))).toMatchObject({
      code: 'path-invalid',
      detail: { reason: 'relative' },
    });
    expect(existsSync('no-such-folder')).toBe(false);
  });

  it('needs a place where a folder can be', async () => {
    const open = await exportable();
    const file = join(folder.path, 'file');
    writeFileSync(file, '');
    const nowhere = process.platform === 'linux' ? ['/proc/keepfold/out'] : [];
    for (const to of [file, join(file, 'out'), ...nowhere]) {
      expect(await refusalOf(async () => writeOut(await open('/'), to))).toEqual({
        code: 'path-invalid',
        detail: { field: 'to', value: to, reason: 'unusable' },
      });
    }
  });

  // On Windows a second name of the same file is known beforehand, and left out.
  it.skipIf(process.platform === 'win32')(
    'overwrites nothing where the disk takes two names for one, and says which',
    async () => {
      const taken = await (await exportable())('/');
      // What a disk that folds letter case sees of `a.txt` and `A.txt`.
      const twins = async function* () {
        for await (const found of taken.below()) {
          yield found;
          if (found.path === '/a.txt') yield found;
        }
      };
      const to = join(folder.path, 'out');
      expect(await refusalOf(() => writeOut({ ...taken, below: twins }, to))).toEqual({
        code: 'path-invalid',
        detail: { field: 'to', value: join(to, 'a.txt'), reason: 'name-clash' },
      });
      expect(readFileSync(join(to, 'a.txt'), 'utf8')).toBe('hello');
    },
  );

  it('says what failed though others are written at the same time, and leaves no file open', async () => {
    const taken = await (await exportable())('/');
    const file = { ...(await firstFile(taken)), mtimeSeconds: 1_600_000_000 };
    const open = new Set<string>();
    const many = async function* () {
      for (let at = 0; at < 40; at += 1) yield { path: `/${at}.txt`, dirent: { ...file, name: `${at}.txt` } };
    };
    const read = async function* ({ name }: FileDirent) {
      open.add(name);
      try {
        if (name === '20.txt') throw new DomainError('object-missing', { value: 'block' });
        yield Buffer.from(name);
      } finally {
        open.delete(name);
      }
    };
    const to = join(folder.path, 'out');
    expect(await refusalOf(() => writeOut({ ...taken, below: many, read }, to))).toEqual({
      code: 'object-missing',
      detail: { value: 'block' },
    });
    expect([...open]).toEqual([]);
    expect(readFileSync(join(to, '0.txt'), 'utf8')).toBe('0.txt');
    expect(existsSync(join(to, '39.txt'))).toBe(false);
  });

  it('says which of many small files the disk has no room for', async () => {
    const taken = await (await exportable())('/');
    const to = join(folder.path, 'out');
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC', path: join(to, 'a.txt') });
    const writeOutTogether = () => Promise.reject(full);
    expect(await refusalOf(() => writeOut({ ...taken, writeOut: writeOutTogether }, to))).toEqual({
      code: 'disk-full',
      detail: { value: join(to, 'a.txt') },
    });
  });

  it.skipIf(process.platform === 'win32')(
    'writes all but what is no name here, and nothing elsewhere, whatever other systems take for a path',
    async () => {
      const taken = await (await exportable())('/');
      const file = await firstFile(taken);
      const folderOf = (name: string) =>
        ({ kind: 'dir', id: EMPTY_ID, mode: DIR_MODE, mtimeSeconds: 1, name }) as const;
      const evil = async function* () {
        for (const name of ['..\\..\\evil.txt', 'C:\\evil.txt', '..', 'a'.repeat(256), 'good.txt'])
          yield { path: `/${name}`, dirent: { ...file, name } };
        yield { path: '/bad\\d', dirent: folderOf('bad\\d') };
        yield { path: '/bad\\d/e', dirent: folderOf('e') };
        yield { path: '/bad\\d/e/f.txt', dirent: { ...file, name: 'f.txt' } };
      };
      const to = join(folder.path, 'a', 'b', 'out');
      expect(await writeOut({ ...taken, below: evil }, to)).toEqual({
        ...{ path: to, files: 4, bytes: 20 },
        leftOut: { count: 2, paths: ['/..', `/${'a'.repeat(256)}`] },
      });
      expect(filesBelow(folder.path)).toEqual([
        'a/b/out/..\\..\\evil.txt',
        'a/b/out/C:\\evil.txt',
        'a/b/out/bad\\d/e/f.txt',
        'a/b/out/good.txt',
      ]);
    },
  );

  it('leaves out what Windows has no names for, and takes for devices', async () => {
    vi.stubGlobal('process', Object.create(process, { platform: { value: 'win32' } }));
    onTestFinished(() => void vi.unstubAllGlobals());
    const taken = await (await exportable())('/');
    const file = await firstFile(taken);
    const names = [
      '..\\..\\evil.txt',
      'C:\\evil.txt',
      'C:evil.txt',
      'nul.txt',
      'COM1',
      'a.',
      'a ',
      'a|b',
      'a\nb',
      'good.txt',
    ];
    const evil = async function* () {
      for (const name of names) yield { path: `/${name}`, dirent: { ...file, name } };
    };
    const to = join(folder.path, 'out');
    const { leftOut } = await writeOut({ ...taken, below: evil }, to);
    expect(leftOut.paths).toEqual(names.slice(0, -1).map((name) => `/${name}`));
    expect(filesBelow(to)).toEqual(['good.txt']);
  });

  // Windows has room for paths of 32,000 characters.
  it.skipIf(process.platform === 'win32')(
    'leaves out what lies too deep for the disk, and takes any time',
    async () => {
      const taken = await (await exportable())('/');
      const file = { ...(await firstFile(taken)), mtimeSeconds: Number.MAX_SAFE_INTEGER };
      const name = 'd'.repeat(250);
      const deep = async function* () {
        for (let depth = 1; depth <= 20; depth += 1) {
          const path = `/${name}`.repeat(depth);
          yield {
            path,
            dirent: { kind: 'dir', id: EMPTY_ID, mode: DIR_MODE, mtimeSeconds: 1, name } as const,
          };
        }
        yield { path: `${`/${name}`.repeat(20)}/a.txt`, dirent: { ...file, name: 'a.txt' } };
        yield { path: '/a.txt', dirent: { ...file, name: 'a.txt' } };
      };
      const to = join(folder.path, 'out');
      expect(await writeOut({ ...taken, below: deep }, to)).toMatchObject({
        files: 1,
        leftOut: { count: 1 },
      });
      expect(filesBelow(to)).toEqual(['a.txt']);
    },
  );

  it('puts no single file of such a name beside the folder', async () => {
    vi.stubGlobal('process', Object.create(process, { platform: { value: 'win32' } }));
    onTestFinished(() => void vi.unstubAllGlobals());
    const taken = await (await exportable())('/a.txt');
    const item = { ...taken.item, name: '..\\evil.txt' };
    const to = join(folder.path, 'out');
    expect(await writeOut({ ...taken, item }, to)).toMatchObject({
      files: 0,
      leftOut: { count: 1, paths: ['/..\\evil.txt'] },
    });
    expect(await writeSeveralOut([{ ...taken, item }, taken], to)).toMatchObject({
      files: 1,
      leftOut: { count: 1, paths: ['/..\\evil.txt'] },
    });
    expect(filesBelow(folder.path)).toEqual(['out/a.txt']);
  });

  it('ends when it is told to', async () => {
    const open = await exportable();
    const to = join(folder.path, 'out');
    const writing = writeOut(await open('/'), to, AbortSignal.abort(new Error('enough')));
    await expect(writing).rejects.toThrow('enough');
    expect(filesBelow(to)).toEqual([]);
  });
});
