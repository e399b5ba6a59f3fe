import { expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type { PackFile } from '../../../../src-main/store/backend/backend.ts';
import { CompactedPack } from '../../../../src-main/store/repository/compacted-pack.ts';
import { LibraryHealth } from '../../../../src-main/store/repository/library-state.ts';
import { encodePackHeader, PACK_HEADER_BYTES } from '../../../../src-main/store/repository/pack-format.ts';
import type { ScannedRecord } from '../../../../src-main/store/repository/pack-scan.ts';
import type { PackMove } from '../../../../src-main/store/sqlite/object-index.ts';
import { MemoryBackend } from '../../../support/memory-backend.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const HEADER = encodePackHeader(LIBRARY);

const recordOf = (id: string, offset: number, bytes = Buffer.from(`record ${id}`)): ScannedRecord => ({
  header: { kind: 'block', id, encoding: 'raw', storedBytes: 1, sizeBytes: 1 },
  ...{ offset, bytes },
});

/** Pack 7, and everything that happens to it in order. */
async function packed(fails: (step: string) => string | null = () => null) {
  const files = new MemoryBackend().library(LIBRARY);
  const health = new LibraryHealth(LIBRARY);
  const steps: string[] = [];
  const moves: PackMove[] = [];
  const step = (name: string) => {
    steps.push(name);
    const code = fails(name);
    if (code !== null) throw Object.assign(new Error(code), { code });
  };
  const watched = (file: PackFile): PackFile => ({
    ...file,
    write: async (bytes, position) => {
      step(`write at ${position}`);
      await file.write(bytes, position);
    },
    sync: async () => step('sync'),
    close: async () => step('close'),
  });
  const deps = {
    ...{ number: 7, health },
    files: {
      createPack: async (pack: number) => watched(await files.createPack(pack, 'alone')),
      saveName: async (pack: number) => step(`save name ${pack}`),
    },
    record: (move: PackMove) => {
      step('record');
      moves.push(move);
      return move.records.length;
    },
  };
  const create = () => CompactedPack.create(deps, HEADER);
  return { create, files, health, steps, moves };
}

it('what is moved counts once it is durable, with the name of the pack the first time', async () => {
  const { create, files, steps, moves } = await packed();
  const pack = await create();
  expect([await pack.flush(), pack.sizeBytes]).toEqual([0, PACK_HEADER_BYTES]);
  pack.add(recordOf('a', 100), 3);
  pack.add(recordOf('b', 500), 4);
  expect(await pack.flush()).toBe(2);
  pack.add(recordOf('c', 48), 4);
  expect(await pack.flush()).toBe(1);
  await pack.close();
  expect(steps).toEqual([
    ...[
      'write at 0',
      'write at 48',
      'sync',
      'save name 7',
      'record',
      'write at 64',
      'sync',
      'record',
      'close',
    ],
  ]);
  expect(moves).toEqual([
    {
      ...{ toPack: 7, endOffset: 64 },
      records: [
        { kind: 'block', id: 'a', fromPack: 3, fromOffset: 100, toOffset: 48 },
        { kind: 'block', id: 'b', fromPack: 4, fromOffset: 500, toOffset: 56 },
      ],
    },
    {
      toPack: 7,
      endOffset: 72,
      records: [{ kind: 'block', id: 'c', fromPack: 4, fromOffset: 48, toOffset: 64 }],
    },
  ]);
  const bytes = await files.openRange({ pack: 7 }, { offset: 48, length: 99 });
  expect(bytes.toString()).toBe('record arecord brecord c');
});

it('bytes are its own, and a batch is full at 4 MiB or 2,000 records', async () => {
  const { create, files } = await packed();
  const pack = await create();
  const bytes = Buffer.from('good');
  pack.add(recordOf('a', 48, bytes), 1);
  bytes.fill('x');
  for (let at = 1; at < 2_000; at += 1) {
    expect(pack.isBatchFull).toBe(false);
    pack.add(recordOf(String(at), 48), 1);
  }
  expect(pack.isBatchFull).toBe(true);
  await pack.flush();
  expect((await files.openRange({ pack: 7 }, { offset: 48, length: 4 })).toString()).toBe('good');
  pack.add(recordOf('large', 48, Buffer.alloc(4 * 1024 * 1024)), 1);
  expect(pack.isBatchFull).toBe(true);
});

it.each([
  ['write at 48', 'ENOSPC', 'disk-full', false],
  ['write at 48', 'EIO', 'library-read-only', true],
  ['sync', 'ENOSPC', 'library-read-only', true],
  ['save name 7', 'EIO', 'library-read-only', true],
])(
  'a failed %s (%s) puts nothing on record, and the pack goes',
  async (failing, code, refusal, hasFailed) => {
    const { create, files, health, moves } = await packed((step) => (step === failing ? code : null));
    const pack = await create();
    pack.add(recordOf('a', 48), 1);
    await expect(pack.flush()).rejects.toMatchObject({ code: refusal });
    expect([moves, health.hasFailed]).toEqual([[], hasFailed]);
    await pack.abandon();
    expect(await files.listPacks()).toEqual([]);
  },
);

it('a pack stays when it is unknown whether its batch is on record', async () => {
  const { create, files } = await packed((step) => (step === 'record' ? 'SQLITE_IOERR' : null));
  const pack = await create();
  pack.add(recordOf('a', 48), 1);
  await expect(pack.flush()).rejects.toMatchObject({ code: 'library-read-only' });
  await pack.abandon();
  expect(await files.listPacks()).toEqual([7]);
});

it('a pack that gets no header is not left behind', async () => {
  const { create, files } = await packed((step) => (step === 'write at 0' ? 'ENOSPC' : null));
  await expect(create()).rejects.toMatchObject({ code: 'disk-full' });
  expect(await files.listPacks()).toEqual([]);
});
