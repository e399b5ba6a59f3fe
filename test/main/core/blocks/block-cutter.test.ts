import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BlockCutter, cutBlocks } from '../../../../src-main/core/blocks/block-cutter.ts';
import { encodeFile } from '../../../../src-main/core/objects/file-object.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import recorded from '../../../fixtures/vectors/cdc-blocks.json' with { type: 'json' };
import { generatedContent, xorshiftContent } from '../../../support/generated-content.ts';

const SLOW_MS = 60_000;

function* slices(content: Buffer, sliceBytes: number) {
  for (let at = 0; at < content.length; at += sliceBytes) yield content.subarray(at, at + sliceBytes);
}

async function blocksOf(content: Buffer, sliceBytes = 1_048_576) {
  const blocks: { id: string; length: number }[] = [];
  const blockIds = [];
  for await (const block of cutBlocks(slices(content, sliceBytes))) {
    const id = objectIdOf(block);
    blockIds.push(id);
    blocks.push({ id, length: block.length });
  }
  return { blocks, fileId: encodeFile({ blockIds, sizeBytes: content.length }).id };
}

describe('blocks recorded from the official client', () => {
  it.each(recorded.files.map((file) => ({ ...file, label: `${file.name} of ${file.size}` })))(
    '$label',
    { timeout: SLOW_MS },
    async ({ gen, size, fs_id, blocks }) => {
      const cut = await blocksOf(generatedContent(gen, size));
      expect(cut.blocks).toEqual(blocks.map(({ id, length }) => ({ id, length })));
      expect(cut.fileId).toBe(fs_id);
    },
  );

  it('covers all 24 files', () => {
    expect(recorded.files).toHaveLength(24);
  });
});

describe('pseudo-random content', () => {
  const big40 = xorshiftContent(2_463_534_242, 41_943_040);

  it('cuts big40 once by content and three times by size', async () => {
    expect(big40.subarray(0, 16).toString('hex')).toBe('634d1f2b7acbda94a059087b7e56b077');
    expect(await blocksOf(big40)).toEqual({
      blocks: [
        { id: '50d3eb912413fbfc48e1f93c08bf089ebd3677c0', length: 10_446_604 },
        { id: '737897002c15d9921ebc07324d268315242019d1', length: 10_485_760 },
        { id: '332700f2b00305bcf45ad13762b5905c9b34035b', length: 10_485_760 },
        { id: '5e0d493dfe4f23d09f8c6def4cb87112827e0ad9', length: 10_485_760 },
        { id: 'ffe637fb9d17735aa0ac465914f2a2c662a8574e', length: 39_156 },
      ],
      fileId: '6ba899182a58817eadc1d426fbc8b8b6a52c0046',
    });
  });

  it('moves only the first cut when a byte is put in front', async () => {
    const { blocks } = await blocksOf(Buffer.concat([Buffer.from('X'), big40]));
    expect(blocks.map(({ length }) => length)).toEqual([
      10_446_605, 10_485_760, 10_485_760, 10_485_760, 39_156,
    ]);
    expect(blocks[1]?.id).toBe('737897002c15d9921ebc07324d268315242019d1');
  });

  it('keeps the first 8 MiB of big40 in one block', async () => {
    const { fileId } = await blocksOf(big40.subarray(0, 8_388_608));
    expect(fileId).toBe('8b38b68a9cd2f5d2599de909e8d8a439344224f7');
  });

  it('keeps mid7 in one block', async () => {
    expect(await blocksOf(xorshiftContent(88_172_645, 7_340_155))).toEqual({
      blocks: [{ id: 'f3df38f12c46394552d8ea1d299a98990057e815', length: 7_340_155 }],
      fileId: 'd3d6ebbf940c5e77fceeed38a5ed2256a05cf806',
    });
  });

  it('cuts at once where the minimum block already matches', async () => {
    const content = Buffer.alloc(9_437_184);
    content[6_291_455] = 0x13;
    const { blocks, fileId } = await blocksOf(content);
    expect(blocks.map(({ length }) => length)).toEqual([6_291_456, 3_145_728]);
    expect(fileId).toBe('dea1776e61ef3c1172104bbe989e8817ab29dfe1');
  });

  it('cuts in the middle of a file that ends below the maximum', async () => {
    const content = Buffer.alloc(9_437_184);
    content[7_340_032] = 0x13;
    const { blocks, fileId } = await blocksOf(content);
    expect(blocks.map(({ length }) => length)).toEqual([7_340_033, 2_097_151]);
    expect(fileId).toBe('1307de3cebda895e8e06adce868194591c2b97a2');
  });
});

describe('feeding', () => {
  const content = xorshiftContent(7, 26_214_400);
  content.fill(0, 12_000_000, 20_000_000);
  content[17_000_000] = 0x13;

  it('gives the same blocks, which join to the content, whatever the slices', {
    timeout: SLOW_MS,
  }, async () => {
    const whole = await blocksOf(content, content.length);
    expect(whole.blocks.length).toBeGreaterThan(2);
    const sizes = fc.array(fc.integer({ min: 1, max: 12_000_000 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(sizes, async (sliceSizes) => {
        const blocks: Buffer[] = [];
        for await (const block of cutBlocks(unevenSlices(content, sliceSizes))) blocks.push(block);
        expect(blocks.map((block) => ({ id: objectIdOf(block), length: block.length }))).toEqual(
          whole.blocks,
        );
        expect(Buffer.concat(blocks).equals(content)).toBe(true);
      }),
      { numRuns: 10 },
    );
  });

  it('gives one byte at a time as one block', () => {
    const cutter = new BlockCutter();
    for (const letter of 'hello\n') expect([...cutter.feed(Buffer.from(letter))]).toEqual([]);
    expect([...cutter.finish()].map(String)).toEqual(['hello\n']);
  });

  it('gives no block for an empty file', () => {
    const cutter = new BlockCutter();
    expect([...cutter.feed(Buffer.alloc(0)), ...cutter.finish()]).toEqual([]);
  });

  it('keeps blocks valid when the feeder reuses its memory and more is fed', () => {
    const cutter = new BlockCutter();
    const shared = Buffer.alloc(10_485_760, 'a');
    const [first] = cutter.feed(shared);
    shared.fill('b');
    const [second] = cutter.feed(shared);
    expect(first?.equals(Buffer.alloc(10_485_760, 'a'))).toBe(true);
    expect(second?.equals(shared)).toBe(true);
  });

  it('starts anew after the end of a file', () => {
    const cutter = new BlockCutter();
    expect([...cutter.feed(Buffer.from('one')), ...cutter.finish()].map(String)).toEqual(['one']);
    expect([...cutter.feed(Buffer.from('two')), ...cutter.finish()].map(String)).toEqual(['two']);
  });

  it('does not keep a large buffer alive for a short last block', () => {
    const cutter = new BlockCutter();
    const blocks = [...cutter.feed(Buffer.alloc(10_485_761)), ...cutter.finish()];
    expect(blocks[1]?.length).toBe(1);
    expect(blocks[1]?.buffer.byteLength).toBeLessThan(65_537);
  });
});

/** Pieces of the given sizes in turn; every piece lies in the same memory, as a file reader's would. */
function* unevenSlices(content: Buffer, sizes: readonly number[]) {
  const shared = Buffer.alloc(12_000_000);
  for (let at = 0, turn = 0; at < content.length; turn++) {
    // Small sizes would take for ever: they are used once each, in the first round.
    const wanted = turn < sizes.length ? (sizes[turn] ?? 1) : 5_000_000;
    const copied = content.copy(shared, 0, at, Math.min(at + wanted, content.length));
    yield shared.subarray(0, copied);
    at += copied;
  }
}
