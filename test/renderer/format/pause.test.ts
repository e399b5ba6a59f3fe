import { describe, expect, it } from 'vitest';
import { pauseChoices } from '../../../src-renderer/format/pause.ts';

describe('the ways to pause', () => {
  const evening = Math.floor(new Date(2026, 10, 21, 22, 15).getTime() / 1000);

  it('end by themselves, but for the last', () => {
    const hours = pauseChoices(evening).map(({ seconds }) => (seconds === null ? null : seconds / 3600));
    expect(hours).toEqual([0.5, 2, 9.75, null]);
  });

  it('name the moment where it is not plain', () => {
    expect(pauseChoices(evening)[2]?.label).toMatch(/^Until tomorrow, 0?8:00/);
  });
});
