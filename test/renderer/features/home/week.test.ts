import { expect, it } from 'vitest';
import { weekDays, weekStart } from '../../../../src-renderer/features/home/week.ts';

const NOW = new Date(2026, 10, 28, 14, 3);
const TODAY = 20_785;

it('is the last seven days, the last of them today', () => {
  const days = weekDays([], NOW);
  expect(days.map(({ start }) => start.getDate())).toEqual([22, 23, 24, 25, 26, 27, 28]);
  expect(days.every(({ changes }) => changes === 0)).toBe(true);
  expect(weekStart(NOW)).toEqual(new Date(2026, 10, 22));
});

it('adds up what was done in all libraries, and leaves out what was before and what is to come', () => {
  const papers = [
    { day: TODAY - 7, commits: 100 },
    { day: TODAY - 6, commits: 1 },
    { day: TODAY, commits: 2 },
  ];
  const photos = [
    { day: TODAY, commits: 3 },
    { day: TODAY + 1, commits: 100 },
  ];
  expect(weekDays([papers, photos], NOW).map(({ changes }) => changes)).toEqual([1, 0, 0, 0, 0, 0, 5]);
});
