import { expect, it } from 'vitest';
import { profileOf } from '../../../../src-main/core/access/user.ts';

const ANNA = { email: 'anna@example.com', name: '', contactEmail: '' };

it('others see the name that a user chose, else what stands before the @ of the address to write to', () => {
  expect(profileOf({ ...ANNA, name: 'Anna' }).name).toBe('Anna');
  expect(profileOf(ANNA)).toEqual({
    email: 'anna@example.com',
    name: 'anna',
    contactEmail: 'anna@example.com',
  });
  expect(profileOf({ ...ANNA, contactEmail: 'a.lee@example.org' })).toEqual({
    ...{ email: 'anna@example.com', name: 'a.lee', contactEmail: 'a.lee@example.org' },
  });
});
