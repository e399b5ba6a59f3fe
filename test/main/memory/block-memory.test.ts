import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { blockMemory } from '../../../src-main/memory/block-memory.ts';

const MIB = 1024 * 1024;

afterEach(() => blockMemory.drop());

describe('memory for blocks', () => {
  it('has the size that was asked for', () => {
    expect(
      [0, 100, 3 * MIB, 6 * MIB, 10 * MIB, 10 * MIB + 17, 20 * MIB].map(
        (size) => blockMemory.take(size).length,
      ),
    ).toEqual([0, 100, 3_145_728, 6_291_456, 10_485_760, 10_485_777, 20_971_520]);
  });

  it('is used again once it was released', () => {
    blockMemory.release(blockMemory.take(8 * MIB).fill(7));
    const next = blockMemory.take(6 * MIB);
    expect([next.length, next[6 * MIB - 1]]).toEqual([6_291_456, 7]);
  });

  it('is refused to its users once it was released, in part as well', () => {
    const block = blockMemory.take(8 * MIB).fill(7);
    const part = block.subarray(10, 20);
    expect([blockMemory.held(block), blockMemory.held(part)]).toEqual([block, part]);
    blockMemory.release(block);
    for (const late of [block, part])
      expect(() => blockMemory.held(late)).toThrow('The memory of a block was released before its last use.');
  });

  it('is never given to two at once', () => {
    const blocks = Array.from({ length: 6 }, () => blockMemory.take(8 * MIB));
    for (const block of blocks) blockMemory.release(block);
    const buffers = Array.from({ length: 6 }, () => blockMemory.take(8 * MIB).buffer);
    expect(new Set(buffers).size).toBe(6);
  });

  it('is freed when it was taken in another thread, or nothing is to be expected', () => {
    const block = blockMemory.take(8 * MIB).fill(7);
    blockMemory.drop();
    blockMemory.release(block);
    expect(block).toHaveLength(0);
    blockMemory.release(Buffer.allocUnsafeSlow(8 * MIB));
    expect(blockMemory.take(8 * MIB).buffer.byteLength).toBe(10_489_856);
  });

  it('goes to the thread that it came from, for as long as that one wants it', () => {
    const passed: number[] = [];
    const stop = blockMemory.passOn((memory) => passed.push(memory.byteLength));
    const here = blockMemory.take(8 * MIB);
    const elsewhere = [1, 2].map(() => Buffer.from(new ArrayBuffer(10_489_856), 0, 8 * MIB));
    blockMemory.release(here);
    expect(passed).toEqual([]);
    blockMemory.release(elsewhere[0] ?? Buffer.alloc(0));
    expect(passed).toEqual([10_489_856]);
    stop();
    blockMemory.release(elsewhere[1] ?? Buffer.alloc(0));
    expect(passed).toEqual([10_489_856]);
    expect(elsewhere.map(({ length }) => length)).toEqual([0, 0]);
  });

  it('is looked for with other threads before more of it is taken', () => {
    const brought = [Buffer.from(new ArrayBuffer(10_489_856)).fill(7)];
    blockMemory.beforeNew(() => {
      for (const memory of brought.splice(0)) blockMemory.release(memory);
    });
    onTestFinished(() => blockMemory.beforeNew(() => undefined));
    expect(blockMemory.take(8 * MIB)[8 * MIB - 1]).toBe(7);
  });

  it('leaves small blocks alone, which may share theirs', () => {
    const block = Buffer.from('small');
    blockMemory.release(block);
    expect(block.toString()).toBe('small');
  });
});
