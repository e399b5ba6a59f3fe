import { afterEach, describe, expect, it } from 'vitest';
import { dropMemory, giveBack, takeMemory } from '../../../../src-main/core/blocks/block-memory.ts';

const MIB = 1024 * 1024;

afterEach(() => dropMemory());

describe('memory for blocks', () => {
  it('has the size that was asked for', () => {
    expect(
      [0, 100, 3 * MIB, 6 * MIB, 10 * MIB, 10 * MIB + 17, 20 * MIB].map((size) => takeMemory(size).length),
    ).toEqual([0, 100, 3_145_728, 6_291_456, 10_485_760, 10_485_777, 20_971_520]);
  });

  it('is empty for whoever gave it back, and used again', () => {
    const block = takeMemory(8 * MIB).fill(7);
    const part = block.subarray(10, 20);
    giveBack(block);
    expect([block.length, part.length]).toEqual([0, 0]);
    const next = takeMemory(6 * MIB);
    expect([next.length, next[6 * MIB - 1]]).toEqual([6_291_456, 7]);
  });

  it('is never given to two at once', () => {
    const blocks = Array.from({ length: 6 }, () => takeMemory(8 * MIB));
    for (const block of blocks) giveBack(block);
    const buffers = Array.from({ length: 6 }, () => takeMemory(8 * MIB).buffer);
    expect(new Set(buffers).size).toBe(6);
  });

  it('is let go when it was taken in another thread, or nothing is to be expected', () => {
    const block = takeMemory(8 * MIB).fill(7);
    dropMemory();
    giveBack(block);
    expect(block).toHaveLength(0);
    giveBack(Buffer.allocUnsafeSlow(8 * MIB));
    expect(takeMemory(8 * MIB).buffer.byteLength).toBe(10_489_856);
  });

  it('leaves small blocks alone, which may share theirs', () => {
    const block = Buffer.from('small');
    giveBack(block);
    expect(block.toString()).toBe('small');
  });
});
