import { expect, it } from 'vitest';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { hasherHere } from '../../../../src-main/store/repository/block-hasher.ts';

it('names a block and its content, where that is asked for and not known already', async () => {
  const hasher = hasherHere(objectIdOf);
  const bytes = Buffer.from('abc');
  const id = 'a9993e364706816aba3e25717850c26c9cd0d89d';
  expect(await hasher.hash(bytes, { withContentHash: false })).toEqual({ bytes, id, sha256: null });
  const known = await hasher.hash(bytes, { id: 'known already', withContentHash: true });
  expect([known.id, known.sha256?.toString('hex')]).toEqual([
    ...['known already', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ]);
});
