import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { DiskBlock, readBlock } from '../../../../../src-main/store/backend/disk/disk-block.ts';
import { temporaryDataFolder } from '../../../../support/disk-store.ts';
import { createFailingDisk } from '../../../../support/failing-file-ops.ts';

const NOT_IN_THREAD = () => null;

async function blockOf(text: string) {
  const folder = temporaryDataFolder();
  onTestFinished(folder.remove);
  const disk = createFailingDisk();
  const [temporaryPath, path] = [join(folder.path, 'temporary'), join(folder.path, 'final')];
  const block = new DiskBlock({ id: 'id', sizeBytes: text.length, temporaryPath, path, ops: disk.ops });
  await block.write(Buffer.from(text), NOT_IN_THREAD);
  onTestFinished(() => block.discard());
  return { block, disk, temporaryPath, path };
}

it('a block has its name once it is placed, and can be read before and after', async () => {
  const { block, path, temporaryPath } = await blockOf('content');
  expect((await block.read()).toString()).toBe('content');
  await block.finish();
  await block.place();
  await block.place();
  expect([block.isPlaced, existsSync(temporaryPath), readFileSync(path, 'utf8')]).toEqual([
    true,
    false,
    'content',
  ]);
  expect((await block.read()).toString()).toBe('content');
});

it('a byte more than there should be is read, so that a longer file is found out', async () => {
  const { block, temporaryPath } = await blockOf('content');
  writeFileSync(temporaryPath, 'content and more');
  expect((await block.read()).toString()).toBe('content ');
});

it('a block that is given up leaves no file, but one that is placed stays', async () => {
  const { block, temporaryPath } = await blockOf('content');
  await block.discard();
  expect(existsSync(temporaryPath)).toBe(false);
  const placed = await blockOf('content');
  await placed.block.finish();
  await placed.block.place();
  await placed.block.discard();
  expect(existsSync(placed.path)).toBe(true);
});

it('giving up never fails, and a name that was refused can be had later', async () => {
  const { block, disk, path } = await blockOf('content');
  await block.finish();
  disk.failWhen((step) => (step === 'rename' || step === 'remove' ? 'EACCES' : null));
  await expect(block.place()).rejects.toMatchObject({ code: 'EACCES' });
  await block.discard();
  disk.failWhen(null);
  await block.place();
  expect(existsSync(path)).toBe(true);
});

it('a stretch of a file is what it has of it', async () => {
  const { temporaryPath } = await blockOf('content');
  expect((await readBlock(temporaryPath, { offset: 3, length: 2 })).toString()).toBe('te');
  expect((await readBlock(temporaryPath, { offset: 3, length: 99 })).toString()).toBe('tent');
  expect(await readBlock(temporaryPath, { offset: 99, length: 2 })).toHaveLength(0);
  await expect(readBlock(`${temporaryPath}x`, { offset: 0, length: 1 })).rejects.toMatchObject({
    code: 'ENOENT',
  });
});
