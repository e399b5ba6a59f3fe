import { describe, expect, it, vi } from 'vitest';
import { AnswerMemory } from '../../../src-main/http/answer-memory.ts';

const MIB = 1024 * 1024;
const LIMITS = { bytes: 10 * MIB, bytesPerSender: 6 * MIB, untakenMs: 60_000 };

/** Shares of a memory by the names of their senders, and in which order they were given what. */
function shared(limits = LIMITS) {
  const memory = new AnswerMemory(limits);
  const given: string[] = [];
  const ended: string[] = [];
  const share = (sender: string, name = sender) => {
    const own = memory.share(sender, () => ended.push(name));
    const take = (mib: number) =>
      own.take(mib * MIB).then(
        () => void given.push(`${name} ${mib}`),
        () => void given.push(`${name} refused`),
      );
    return { ...own, take, give: (mib: number) => own.give(mib * MIB) };
  };
  return { share, given, ended };
}

/** All that can be given now has been. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the memory of answers', () => {
  it('is waited for beyond the share of a sender, and given in the order it was asked for', async () => {
    const { share, given } = shared();
    const first = share('anna', 'a');
    await first.take(4);
    const second = share('anna', 'b').take(4);
    const third = share('anna', 'c').take(1);
    await share('bert').take(4);
    expect(given).toEqual(['a 4', 'bert 4']);
    first.give(4);
    await Promise.all([second, third]);
    expect(given.slice(2)).toEqual(['b 4', 'c 1']);
  });

  it('has an end for all senders together, and room for small pieces even then', async () => {
    const { share, given } = shared();
    const anna = share('anna');
    await anna.take(6);
    await share('bert').take(4);
    const carl = share('carl');
    const waiting = carl.take(1);
    await carl.take(1 / 16);
    expect(given).toEqual(['anna 6', 'bert 4', 'carl 0.0625']);
    anna.release();
    await waiting;
    expect(given.at(-1)).toBe('carl 1');
  });

  it('is enough for one piece that is larger than the share of a sender', async () => {
    const { share, given } = shared();
    const anna = share('anna');
    await anna.take(64);
    anna.give(64);
    await share('anna').take(6);
    expect(given).toEqual(['anna 64', 'anna 6']);
  });

  it('leaves none for reading ahead once half of it is taken', async () => {
    const { share } = shared();
    const anna = share('anna');
    expect(anna.hasPlenty()).toBe(true);
    await anna.take(3);
    expect([anna.hasPlenty(), share('bert').hasPlenty()]).toEqual([false, true]);
  });

  it('refuses who waits when the client is gone', async () => {
    const { share, given } = shared();
    await share('anna', 'a').take(6);
    const gone = share('anna', 'b');
    const waiting = gone.take(1);
    gone.release();
    await waiting;
    await gone.take(1);
    expect(given).toEqual(['a 6', 'b refused', 'b refused']);
  });

  it('is taken from whoever holds most and takes nothing, for others who wait', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const { share, given, ended } = shared();
    await share('anna', 'small').take(1);
    await share('mallory', 'old').take(3);
    await share('mallory', 'new').take(3);
    await share('bert').take(3);
    const waiting = share('carl').take(3);
    vi.advanceTimersByTime(59_000);
    expect(ended).toEqual([]);
    vi.advanceTimersByTime(2_000);
    await waiting;
    expect([ended, given.at(-1)]).toEqual([['old'], 'carl 3']);
    vi.advanceTimersByTime(600_000);
    await settled();
    expect(ended).toEqual(['old']);
    vi.useRealTimers();
  });

  it('is taken from the own answers of who has filled the own share', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const { share, ended } = shared();
    await share('bert').take(4);
    const lively = share('anna', 'lively');
    await lively.take(3);
    await share('anna', 'silent').take(3);
    vi.advanceTimersByTime(59_000);
    lively.give(1);
    const waiting = share('anna', 'next').take(2);
    vi.advanceTimersByTime(2_000);
    await waiting;
    expect(ended).toEqual(['silent']);
    vi.useRealTimers();
  });
});
