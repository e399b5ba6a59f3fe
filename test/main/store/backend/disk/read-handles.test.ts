import { rmSync, writeFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ReadHandles } from '../../../../../src-main/store/backend/disk/read-handles.ts';
import { temporaryDataFolder } from '../../../../support/disk-store.ts';

let folder: ReturnType<typeof temporaryDataFolder>;
let handles: ReadHandles;

beforeEach(() => {
  folder = temporaryDataFolder();
  handles = new ReadHandles();
});

afterEach(async () => {
  await handles.closeBelow(folder.path);
  folder.remove();
});

function fileOf(name: string): string {
  const path = join(folder.path, name);
  writeFileSync(path, name);
  return path;
}

const read = async (file: FileHandle) => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(9), 0, 9, 0);
  return buffer.toString('utf8', 0, bytesRead);
};
/** −1: it is closed. */
const descriptorOf = async (file: FileHandle) => file.fd;

it('a file is opened once for all who read it, and stays open', async () => {
  const path = fileOf('one');
  const first = await Promise.all([handles.use(path, descriptorOf), handles.use(path, descriptorOf)]);
  expect(first).toEqual(Array(2).fill(await handles.use(path, descriptorOf)));
});

it('64 files stay open, without the one that was used longest ago', async () => {
  const opened: FileHandle[] = [];
  const use = (name: string) => handles.use(fileOf(name), async (file) => void opened.push(file));
  for (let at = 0; at < 64; at += 1) await use(String(at));
  await handles.use(join(folder.path, '0'), read);
  await use('one more');
  const closed = opened.flatMap(({ fd }, at) => (fd === -1 ? [at] : []));
  expect(closed).toEqual([1]);
});

it('what is being read is closed only after that', async () => {
  const path = fileOf('one');
  let kept: FileHandle | null = null;
  const text = await handles.use(path, async (file) => {
    kept = file;
    await handles.closeBelow(folder.path);
    return read(file);
  });
  expect([text, (kept as FileHandle | null)?.fd]).toEqual(['one', -1]);
});

it('only files below a folder are closed', async () => {
  const path = fileOf('one');
  const descriptor = await handles.use(path, descriptorOf);
  await handles.closeBelow(join(folder.path, 'other'));
  expect(await handles.use(path, descriptorOf)).toBe(descriptor);
});

it('a file that was not there, or failed, is opened anew the next time', async () => {
  const path = fileOf('one');
  rmSync(path);
  await expect(handles.use(path, read)).rejects.toMatchObject({ code: 'ENOENT' });
  writeFileSync(path, 'first');
  const broken = handles.use(path, async () => {
    throw new Error('broken');
  });
  await expect(broken).rejects.toThrow('broken');
  rmSync(path);
  writeFileSync(path, 'second');
  expect(await handles.use(path, read)).toBe('second');
});
