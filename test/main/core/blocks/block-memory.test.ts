import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  beforeNewMemory,
  dropMemory,
  giveBack,
  passMemoryOn,
  takeMemory,
} from '../../../../src-main/core/blocks/block-memory.ts';

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

  it('goes to the thread that it came from, for as long as that one wants it', () => {
    const passed: number[] = [];
    const stop = passMemoryOn((memory) => passed.push(memory.byteLength));
    const here = takeMemory(8 * MIB);
    const elsewhere = [1, 2].map(() => Buffer.from(new ArrayBuffer(10_489_856), 0, 8 * MIB));
    giveBack(here);
    expect(passed).toEqual([]);
    giveBack(elsewhere[0] ?? Buffer.alloc(0));
    expect(passed).toEqual([10_489_856]);
    stop();
    giveBack(elsewhere[1] ?? Buffer.alloc(0));
    expect(passed).toEqual([10_489_856]);
    expect(elsewhere.map(({ length }) => length)).toEqual([0, 0]);
  });

  it('is looked for with other threads before more of it is taken', () => {
    const brought = [Buffer.from(new ArrayBuffer(10_489_856)).fill(7)];
    beforeNewMemory(() => {
      for (const memory of brought.splice(0)) giveBack(memory);
    });
    onTestFinished(() => beforeNewMemory(() => undefined));
    expect(takeMemory(8 * MIB)[8 * MIB - 1]).toBe(7);
  });

  it('leaves small blocks alone, which may share theirs', () => {
    const block = Buffer.from('small');
    giveBack(block);
    expect(block.toString()).toBe('small');
  });
});
