import { expect, it } from 'vitest';
import { shownSteps } from '../../../src-renderer/ui/breadcrumb-steps.ts';

it('shows up to four steps of a path, and of more the first and the last two', () => {
  expect(shownSteps(['L', 'a', 'b', 'c'])).toEqual({ first: ['L', 'a', 'b', 'c'], hidden: [], last: [] });
  expect(shownSteps(['L', 'a', 'b', 'c', 'd'])).toEqual({
    first: ['L'],
    hidden: ['a', 'b'],
    last: ['c', 'd'],
  });
});
