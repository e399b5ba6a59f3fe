import { describe, expect, it } from 'vitest';
import { BodyMemory, type BodyShare } from '../../../src-main/http/body-memory.ts';

const MIB = 1024 * 1024;
const FREE = 64 * 1024;
const BUSY = expect.objectContaining({ code: 'busy', detail: { retryAfterSeconds: 5 } });

/** In tests nothing is slow, or everything is. */
const LIMITS = { bytes: 10 * MIB, bytesPerSender: 4 * MIB, slowMs: 3_600_000 };
const SLOW = { bytes: 10 * MIB, bytesPerSender: 6 * MIB, slowMs: 0 };

/** Bodies that say when they are broken off. */
function told(memory: BodyMemory) {
  const ended: string[] = [];
  const share = (sender: string, name = sender): BodyShare => memory.share(sender, () => ended.push(name));
  /** One that holds so much, of which that much has come. */
  const coming = (sender: string, held: number, name = sender): BodyShare => {
    const body = share(sender, name);
    body.grow(held + FREE);
    body.came(held / 2);
    return body;
  };
  return { ended, share, coming };
}

describe('the memory of bodies', () => {
  it('is taken as bodies grow, up to the share of a sender, and given back', () => {
    const { share } = told(new BodyMemory(LIMITS));
    const first = share('anna');
    const second = share('anna');
    first.grow(MIB + FREE);
    first.grow(3 * MIB + FREE);
    second.grow(MIB + FREE);
    expect(() => second.grow(MIB + FREE + 1)).toThrow(BUSY);
    expect(() => second.requireRoom(MIB + FREE)).not.toThrow();
    first.release();
    first.release();
    second.grow(4 * MIB + FREE);
  });

  it('has an end for all senders together, and room for small bodies even then', () => {
    const { ended, share, coming } = told(new BodyMemory(LIMITS));
    for (const sender of ['anna', 'bert', 'carl']) coming(sender, 3 * MIB);
    expect(() => share('dora').requireRoom(2 * MIB)).toThrow(BUSY);
    share('dora').grow(FREE);
    share('anna').grow(FREE);
    expect(ended).toEqual([]);
  });

  it('is taken from slow bodies of whoever holds more than another who needs it, the slowest first', () => {
    const { ended, share, coming } = told(new BodyMemory(SLOW));
    coming('anna', 2 * MIB, 'anna 1');
    const later = coming('anna', 3 * MIB, 'anna 2');
    coming('anna', MIB, 'anna 3').whole();
    coming('bert', 4 * MIB);
    share('carl').grow(2 * MIB + FREE);
    expect(ended).toEqual(['anna 1']);
    share('carl').grow(MIB + FREE);
    expect(ended).toEqual(['anna 1', 'anna 2']);
    expect(() => later.grow(4 * MIB)).toThrow(BUSY);
  });

  it('is taken from nobody who holds no more than the other would, nor where it would not do', () => {
    const { ended, share, coming } = told(new BodyMemory(SLOW));
    coming('anna', 5 * MIB, 'anna').whole();
    coming('bert', 2 * MIB);
    coming('carl', 3 * MIB);
    expect(() => share('bert').grow(2 * MIB + FREE)).toThrow(BUSY);
    expect(() => share('dora').grow(4 * MIB + FREE)).toThrow(BUSY);
    expect(ended).toEqual([]);
  });

  it('is taken from fast bodies too where one holds more than twice as much, of whoever holds most, the largest first', () => {
    const { ended, share, coming } = told(new BodyMemory({ ...LIMITS, bytesPerSender: 6 * MIB }));
    coming('anna', MIB, 'anna 1');
    coming('anna', 2 * MIB, 'anna 2');
    coming('anna', 2 * MIB, 'anna 3').whole();
    coming('bert', 4 * MIB, 'bert 1');
    const carl = share('carl');
    carl.grow(MIB + FREE);
    expect(ended).toEqual([]);
    carl.grow(2 * MIB + FREE);
    expect(ended).toEqual(['anna 2']);
    expect(() => carl.grow(5 * MIB + FREE)).toThrow(BUSY);
    expect(() => share('anna').grow(2 * MIB + FREE)).toThrow(BUSY);
    expect(ended).toEqual(['anna 2']);
  });

  it('finds room for one more however much, and however fast, a few others send', () => {
    const MANY = { bytes: 256 * MIB, bytesPerSender: 192 * MIB, slowMs: 15_000 };
    const { ended, share, coming } = told(new BodyMemory(MANY));
    for (const sender of ['anna', 'anna', 'anna', 'bert']) coming(sender, 64 * MIB);
    share('carl').grow(8 * MIB + FREE);
    expect(ended).toEqual(['anna']);
  });
});
