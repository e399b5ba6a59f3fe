import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { LogFile } from '../../../src-main/app/log-file.ts';

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'keepfold-log-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'logs');
}

const textOf = (folder: string, name: string) => readFile(join(folder, name), 'utf8');

it('goes on where the last start ended', async () => {
  const folder = await freshFolder();
  new LogFile(join(folder, 'service.log')).write('first\n');
  new LogFile(join(folder, 'service.log')).write('second\n');
  expect(await textOf(folder, 'service.log')).toBe('first\nsecond\n');
});

it('starts anew when it is full and keeps the two files before', async () => {
  const folder = await freshFolder();
  const log = new LogFile(join(folder, 'service.log'), 10);
  for (const line of ['one.\n', 'two.\n', 'three\n', 'four.\n', 'five.\n', 'six..\n']) log.write(line);
  expect((await readdir(folder)).sort()).toEqual(['service.1.log', 'service.2.log', 'service.log']);
  expect(await textOf(folder, 'service.log')).toBe('six..\n');
  expect(await textOf(folder, 'service.1.log')).toBe('five.\n');
  expect(await textOf(folder, 'service.2.log')).toBe('four.\n');
});

it('writes a line that is longer than a file whole', async () => {
  const folder = await freshFolder();
  const log = new LogFile(join(folder, 'service.log'), 10);
  log.write('a line of more than ten bytes\n');
  expect(await textOf(folder, 'service.log')).toBe('a line of more than ten bytes\n');
});

it('keeps the newest lines when a file before cannot be moved', async () => {
  const folder = await freshFolder();
  await mkdir(join(folder, 'service.1.log/held'), { recursive: true });
  await writeFile(join(folder, 'service.2.log'), '');
  const log = new LogFile(join(folder, 'service.log'), 10);
  log.write('eight...\n');
  log.write('newest..\n');
  expect(await textOf(folder, 'service.log')).toBe('newest..\n');
});

it('loses lines where there can be no file, and writes again once there can', async () => {
  const folder = await freshFolder();
  await writeFile(folder, 'in the way');
  const log = new LogFile(join(folder, 'service.log'));
  log.write('lost\n');
  await rm(folder);
  log.write('written\n');
  expect(await textOf(folder, 'service.log')).toBe('written\n');
});
