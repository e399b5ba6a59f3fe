import { describe, expect, it } from 'vitest';
import {
  ANSWERING,
  healthMessage,
  isAnswering,
  isKnown,
  isWaitedFor,
} from '../../../src-renderer/format/health.ts';

const NOW = 1_700_000_000;

describe('how the service is', () => {
  it('says nothing while it answers in time', () => {
    expect(healthMessage(ANSWERING, NOW)).toBeNull();
    expect(isKnown(ANSWERING)).toBe(true);
  });

  it('is known by nothing but an answer in time, and slow is still an answer', () => {
    const states = ['slow', 'starting', 'stopped', 'gone', 'unreachable', 'silent'] as const;
    expect(states.filter((state) => isKnown({ state }))).toEqual([]);
    expect(states.filter((state) => isAnswering({ state }))).toEqual(['slow']);
    expect(states.filter((state) => isWaitedFor({ state }))).toEqual(['gone', 'unreachable', 'silent']);
  });

  it('says why it was given up, by the code of the shell or else in its words', () => {
    const said = { code: 'endedOften', values: { count: '5' } };
    const stopped = { ...ANSWERING, state: 'stopped', reason: 'It broke.' } as const;
    expect(healthMessage({ ...stopped, said }, NOW)?.text).toMatch(
      /^The library service ended 5 times in a short while\. /,
    );
    expect(healthMessage(stopped, NOW)?.text).toMatch(/^It broke\. /);
  });
});
