import { expect, it } from 'vitest';
import { dayNumber, dayStart } from '../../../src-renderer/format/day-number.ts';

it('counts days by the clock here, from their first second to their last', () => {
  const day = dayNumber(new Date(2026, 10, 28, 0, 0, 0));
  expect(day).toBe(20_785);
  expect(dayNumber(new Date(2026, 10, 28, 23, 59, 59))).toBe(day);
  expect(dayStart(day)).toEqual(new Date(2026, 10, 28));
});
