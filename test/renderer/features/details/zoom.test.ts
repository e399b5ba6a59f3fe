import { expect, it } from 'vitest';
import { nextZoom } from '../../../../src-renderer/features/details/zoom.ts';

it('zooms by steps, through its own size, up to eight times it', () => {
  expect(nextZoom(0.5, 1, 0.5)).toBe(0.625);
  expect(nextZoom(0.9, 1, 0.5)).toBe(1);
  expect(nextZoom(1.2, -1, 0.5)).toBe(1);
  expect(nextZoom(1, 1, 0.5)).toBe(1.25);
  expect(nextZoom(7.9, 1, 0.5)).toBe(8);
});

it('fits again where it would be smaller than that', () => {
  expect(nextZoom(0.6, -1, 0.5)).toBe(null);
  expect(nextZoom(1, -1, 1)).toBe(null);
});
