import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import type { SyncObjects } from '../../../../src-main/engine/objects/sync-objects.ts';
import { createFsPackTurns } from '../../../../src-main/http/sync/fs-pack.ts';
import type { SyncVisit } from '../../../../src-main/usecases/access/sync-access.ts';

const VISIT = { library: { id: 'l' }, bearer: { email: 'anna@example.com' } } as unknown as SyncVisit;
const idOf = (letter: string) => letter.repeat(40) as ObjectId;

/** Packs over objects that are in memory. */
function packing(objects: Readonly<Record<string, Buffer>> = {}) {
  const stored: [string, string][] = [];
  const taken: number[] = [];
  const syncObjects = {
    fsSizes: async (_: string, ids: readonly ObjectId[]) => ids.map((id) => objects[id]?.length ?? 0),
    fsObject: async (_: string, id: ObjectId) => objects[id],
    putFs: async (_: object, received: readonly { id: string; bytes: Buffer }[]) => {
      for (const { id, bytes } of received) stored.push([id, bytes.toString()]);
    },
  } as unknown as SyncObjects;
  const turns = createFsPackTurns(syncObjects);
  const memory = {
    take: async (bytes: number) => void taken.push(bytes),
    give: () => undefined,
    hasPlenty: () => true,
  };
  const pack = async (...letters: readonly string[]) => turns.pack(VISIT, letters.map(idOf), memory);
  return { pack, unpack: (bytes: Buffer) => turns.unpack(VISIT, bytes), stored, taken };
}

function record(id: string, deflated: Buffer, length = deflated.length): Buffer {
  const header = Buffer.alloc(44);
  header.write(id, 'latin1');
  header.writeUInt32BE(length, 40);
  return Buffer.concat([header, deflated]);
}

describe('a pack of fs objects', () => {
  it('holds id, length and deflated text of each, and is read as it was written', async () => {
    const { pack, unpack, stored } = packing({
      [idOf('a')]: Buffer.from('one'),
      [idOf('b')]: Buffer.from('two'),
    });
    const records = await pack('a', 'b');
    expect(records[0]).toEqual(record(idOf('a'), deflateSync('one', { level: 1 })));
    await unpack(Buffer.concat(records));
    expect(stored).toEqual([
      [idOf('a'), 'one'],
      [idOf('b'), 'two'],
    ]);
  });

  it('ends with the object that makes it a mebibyte, having taken memory for the largest', async () => {
    const large = randomBytes(700 * 1024);
    const { pack, taken } = packing({
      [idOf('a')]: large,
      [idOf('b')]: large,
      [idOf('c')]: Buffer.from('three'),
    });
    expect(await pack('a', 'b', 'c')).toHaveLength(2);
    expect(taken).toEqual([1024 * 1024 + large.length]);
  });

  it('is stored as a whole or not at all', async () => {
    const { unpack, stored } = packing();
    const whole = record(idOf('a'), deflateSync('one'));
    for (const [bytes, why] of [
      [Buffer.alloc(0), 'The pack is empty.'],
      [whole.subarray(0, 43), 'The pack ends inside a record.'],
      [whole.subarray(0, -1), 'The pack ends inside a record.'],
      [Buffer.concat([whole, whole.subarray(0, 50)]), 'The pack ends inside a record.'],
      [record('x'.repeat(40), deflateSync('one')), 'A record of the pack has no id.'],
      [record(idOf('a'), Buffer.from('one')), 'A record of the pack cannot be inflated.'],
      [record(idOf('a'), deflateSync('one'), 0xffffffff), 'The pack ends inside a record.'],
    ] as const)
      await expect(unpack(bytes)).rejects.toMatchObject({ status: 400, message: why });
    expect(stored).toEqual([]);
  });

  it('inflates to no more than 128 MiB in all', { timeout: 60_000 }, async () => {
    const half = deflateSync(Buffer.alloc(65 * 1024 * 1024));
    const { unpack } = packing();
    await expect(
      unpack(Buffer.concat([record(idOf('a'), half), record(idOf('b'), half)])),
    ).rejects.toMatchObject({
      ...{ status: 400, message: 'A record of the pack cannot be inflated.' },
    });
  });
});
