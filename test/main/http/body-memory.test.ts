import { describe, expect, it } from 'vitest';
import { BodyMemory } from '../../../src-main/http/body-memory.ts';

const MIB = 1024 * 1024;
const FREE = 64 * 1024;
const BUSY = expect.objectContaining({ code: 'busy', detail: { retryAfterSeconds: 5 } });

describe('the memory of bodies', () => {
  it('is taken as bodies grow, up to the share of a sender, and given back', () => {
    const memory = new BodyMemory({ bytes: 10 * MIB, bytesPerSender: 4 * MIB });
    const first = memory.share('anna');
    const second = memory.share('anna');
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
    const memory = new BodyMemory({ bytes: 10 * MIB, bytesPerSender: 4 * MIB });
    for (const sender of ['anna', 'bert', 'carl']) memory.share(sender).grow(3 * MIB + FREE);
    expect(() => memory.share('dora').requireRoom(2 * MIB)).toThrow(BUSY);
    memory.share('dora').grow(FREE);
    memory.share('anna').grow(FREE);
  });
});
