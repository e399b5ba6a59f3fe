import { expect, it } from 'vitest';
import { by } from '../../../../src-main/core/access/caller.ts';

it('the engine is told who asks and whether the person was asked first, and nothing of rights', () => {
  expect(by({ email: 'anna@example.com', isAdmin: true, asksFirst: true })).toEqual({
    author: 'anna@example.com',
    asksFirst: true,
  });
});
