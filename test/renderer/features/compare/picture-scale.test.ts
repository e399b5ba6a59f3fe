import { expect, it } from 'vitest';
import { commonScale } from '../../../../src-renderer/features/compare/picture-scale.ts';

it('scales two pictures alike: as large as the larger one has room for, and small ones up to four times', () => {
  const room = { width: 400, height: 300 };
  expect(
    commonScale(
      [
        { width: 800, height: 300 },
        { width: 100, height: 100 },
      ],
      room,
    ),
  ).toBe(0.5);
  expect(commonScale([{ width: 40, height: 30 }, null], room)).toBe(4);
  expect(commonScale([null, null], room)).toBe(4);
  expect(commonScale([{ width: 40, height: 30 }], { width: 0, height: 0 })).toBe(0);
});
