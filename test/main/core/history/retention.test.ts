import { describe, expect, it } from 'vitest';
import {
  firstRetentionTime,
  historyWindow,
  isWaiting,
  nextRetentionTime,
  type RetentionTime,
} from '../../../../src-main/core/history/retention.ts';

const DAY_SECONDS = 86_400;
const nowSeconds = 100 * DAY_SECONDS;

describe('historyWindow', () => {
  it('shows everything without a limit', () => {
    expect(historyWindow({ keepDays: -1, historyFromSeconds: 0, nowSeconds })).toEqual({ kind: 'all' });
  });

  it('shows only the head for no days', () => {
    expect(historyWindow({ keepDays: 0, historyFromSeconds: 5, nowSeconds })).toEqual({ kind: 'head-only' });
  });

  it('cuts at the days kept, or where the user cut, whichever is later', () => {
    const recent = 95 * DAY_SECONDS;
    expect(historyWindow({ keepDays: 10, historyFromSeconds: 0, nowSeconds })).toEqual({
      kind: 'since',
      cutoffSeconds: 90 * DAY_SECONDS,
    });
    expect(historyWindow({ keepDays: 10, historyFromSeconds: recent, nowSeconds })).toEqual({
      kind: 'since',
      cutoffSeconds: recent,
    });
    expect(historyWindow({ keepDays: -1, historyFromSeconds: recent, nowSeconds })).toEqual({
      kind: 'since',
      cutoffSeconds: recent,
    });
  });

  it('shows everything since 1970 for more days than there were', () => {
    expect(historyWindow({ keepDays: 1_000_000, historyFromSeconds: 0, nowSeconds })).toEqual({
      kind: 'since',
      cutoffSeconds: 0,
    });
  });
});

/** 2026-01-01T00:00:00Z */
const NOW = 1_767_225_600;
const HOUR = 3_600;
const DAY = 86_400;
const YEAR = 365 * DAY;

/** By how much the wall clock moves from check to check, and how much of it the service was running. */
type Step = readonly [wall: number, running: number];

function timeAfter(...steps: readonly Step[]) {
  let state: RetentionTime = firstRetentionTime(NOW);
  let wallSeconds = NOW;
  for (const [wall, elapsedSeconds] of steps) {
    wallSeconds += wall;
    state = nextRetentionTime(state, { wallSeconds, elapsedSeconds });
  }
  return {
    trusted: state.trustedSeconds - NOW,
    behind: wallSeconds - state.trustedSeconds,
    waits: isWaiting(state),
  };
}

const FOLLOWS = { behind: 0, waits: false };

describe('retention time', () => {
  it.each([
    {
      name: 'a minute at a time',
      steps: [
        [60, 60],
        [60, 60],
      ],
      trusted: 120,
    },
    { name: 'three days in which nobody asked', steps: [[3 * DAY, 3 * DAY]], trusted: 3 * DAY },
    { name: 'a night switched off', steps: [[14 * HOUR, 0]], trusted: 14 * HOUR },
    { name: 'exactly 24 hours switched off', steps: [[DAY, 0]], trusted: DAY },
    { name: 'another time zone, which leaves Unix time as it is', steps: [[60, 60]], trusted: 60 },
    {
      name: 'an hour back and on again',
      steps: [
        [-HOUR, 60],
        [HOUR, 60],
      ],
      trusted: 0,
    },
  ] satisfies { name: string; steps: Step[]; trusted: number }[])(
    'follows the clock: $name',
    ({ steps, trusted }) => {
      expect(timeAfter(...steps)).toEqual({ trusted, ...FOLLOWS });
    },
  );

  it.each([
    { name: 'a second more than 24 hours', steps: [[DAY + 1, 0]] },
    { name: 'ten years on', steps: [[10 * YEAR, 0]] },
    { name: 'beyond 2038', steps: [[20 * YEAR, 60]] },
    {
      name: 'a step of two days mid-run',
      steps: [
        [2 * DAY, 60],
        [60, 60],
      ],
    },
    {
      name: 'almost a day of running after a jump',
      steps: [
        [YEAR, 0],
        [DAY - 1, DAY - 1],
      ],
    },
    {
      name: 'a second jump when the first was almost over',
      steps: [
        [YEAR, 0],
        [DAY - 1, DAY - 1],
        [YEAR, 0],
        [HOUR, HOUR],
      ],
    },
    {
      name: 'jumps day after day',
      steps: [
        [2 * DAY, 60],
        [2 * DAY, 60],
        [2 * DAY, 60],
      ],
    },
    {
      name: 'a jump on that is only half taken back',
      steps: [
        [2 * YEAR, 0],
        [-YEAR, 0],
        [HOUR, HOUR],
      ],
    },
  ] satisfies { name: string; steps: Step[] }[])('stands still: $name', ({ steps }) => {
    expect(timeAfter(...steps)).toMatchObject({ trusted: 0, waits: true });
  });

  it.each([
    { name: 'a year back', steps: [[-YEAR, 0]], trusted: -YEAR },
    { name: 'to 1970', steps: [[-NOW, 0]], trusted: -NOW },
    { name: 'back by less than a day', steps: [[-5 * HOUR, 60]], trusted: -5 * HOUR },
  ] satisfies { name: string; steps: Step[]; trusted: number }[])(
    'goes back with the clock: $name',
    ({ steps, trusted }) => {
      expect(timeAfter(...steps)).toEqual({ trusted, ...FOLLOWS });
    },
  );

  it('stays back for a day of running when a clock that went back is put right', () => {
    expect(timeAfter([-YEAR, 0], [YEAR, 0])).toEqual({ trusted: -YEAR, behind: YEAR, waits: true });
    expect(timeAfter([-YEAR, 0], [YEAR, 0], [DAY, DAY])).toEqual({ trusted: DAY, ...FOLLOWS });
  });

  it('catches up after 24 hours of running in all, however they are spread', () => {
    const day: Step[] = [
      [8 * HOUR, 8 * HOUR],
      [16 * HOUR, 0],
      [8 * HOUR, 8 * HOUR],
      [16 * HOUR, 0],
    ];
    expect(timeAfter([14 * DAY, 0], ...day)).toMatchObject({ trusted: 0, waits: true });
    expect(timeAfter([14 * DAY, 0], ...day, [8 * HOUR, 8 * HOUR])).toEqual({
      trusted: 14 * DAY + 56 * HOUR,
      ...FOLLOWS,
    });
  });

  it('waits no more when the clock comes back to within a day', () => {
    expect(timeAfter([10 * YEAR, 0], [HOUR, HOUR], [-10 * YEAR, 0])).toEqual({ trusted: HOUR, ...FOLLOWS });
  });
});
