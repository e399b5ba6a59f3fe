import { expect, it } from 'vitest';
import { DomainError } from '../../../src-main/core/errors.ts';

it('a refusal says what it is about in its message too, which is what logs have', () => {
  const cause = new Error('EIO');
  const error = new DomainError('disk-full', { value: '/a' }, cause);
  expect(error).toMatchObject({ name: 'DomainError', code: 'disk-full', detail: { value: '/a' }, cause });
  expect(error.message).toBe('disk-full {"value":"/a"}');
  expect(new DomainError('disk-full').detail).toEqual({});
});
