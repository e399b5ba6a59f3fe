import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { LibraryId } from '../../../../../src-main/core/library/library-id.ts';
import { NotDurable } from '../../../../../src-main/store/backend/backend.ts';
import { openDiskBackend } from '../../../../../src-main/store/backend/disk/disk-backend.ts';
import { filesBelow, temporaryDataFolder } from '../../../../support/disk-store.ts';
import { createFailingDisk } from '../../../../support/failing-file-ops.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const ID = `ab${'0'.repeat(38)}`;
const OTHER = `cd${'1'.repeat(38)}`;

async function failingFiles() {
  const folder = temporaryDataFolder();
  onTestFinished(folder.remove);
  const disk = createFailingDisk();
  const backend = await openDiskBackend({ dataFolder: folder.path, ops: disk.ops });
  const files = backend.library(LIBRARY);
  return { folder: folder.path, disk, files };
}

it('says that it is unknown what is durable, whatever else fails beside it', async () => {
  const { disk, files } = await failingFiles();
  const blocks = await Promise.all([ID, OTHER].map((id) => files.stage({ id, bytes: Buffer.from(id) })));
  let syncs = 0;
  disk.failWhen((step) => {
    if (step === 'sync') syncs += 1;
    if (step === 'sync' && syncs === 2) return 'EIO';
    return step === 'rename' ? 'ENOSPC' : null;
  });
  const error = await files.save(blocks, () => false).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(NotDurable);
  expect(error).toMatchObject({ cause: { code: 'EIO' } });
});

it('saves on a second try what the first had no room for', async () => {
  const { disk, files } = await failingFiles();
  const block = await files.stage({ id: ID, bytes: Buffer.from('content') });
  disk.failWhen((step) => (step === 'rename' ? 'ENOSPC' : null));
  await expect(files.save([block], () => false)).rejects.toMatchObject({ code: 'ENOSPC' });
  disk.failWhen(null);
  await files.save([block], () => false);
  expect((await files.openRange({ block: ID }, { offset: 0, length: 9 })).toString()).toBe('content');
});

it('keeps a damaged block and a damaged pack where a person finds them', async () => {
  const { folder, files } = await failingFiles();
  const storage = join(folder, 'storage', LIBRARY);
  for (const name of ['blocks/ab', 'packs']) mkdirSync(join(storage, name), { recursive: true });
  writeFileSync(join(storage, 'blocks/ab', ID.slice(2)), 'damaged');
  writeFileSync(join(storage, 'packs/000001.pack'), 'damaged');
  await files.save([await files.stage({ id: ID, bytes: Buffer.from('good') })], () => true);
  await files.setAside(1);
  const expected = [`blocks/ab/${ID.slice(2)}`, `damaged/ab-${ID.slice(2)}`, 'damaged/packs-000001.pack'];
  expect(filesBelow(storage)).toEqual(expected);
});

it('lists only files that are called as it calls them', async () => {
  const { folder, files } = await failingFiles();
  const storage = join(folder, 'storage', LIBRARY);
  for (const name of ['blocks/ab', 'packs']) mkdirSync(join(storage, name), { recursive: true });
  for (const name of ['000012.pack', '0000013.pack', '14.pack', '000000.pack', 'notes.txt'])
    writeFileSync(join(storage, 'packs', name), '');
  for (const name of [ID.slice(2), 'desktop.ini']) writeFileSync(join(storage, 'blocks/ab', name), '');
  expect(await files.listPacks()).toEqual([12]);
  for await (const ids of files.listBlocks()) expect(ids).toEqual([ID]);
});
