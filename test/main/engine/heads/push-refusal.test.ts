import { expect, it } from 'vitest';
import { pushRefusal } from '../../../../src-main/engine/heads/push-refusal.ts';

it('a push is refused for what is wrong with the head, and names the file or folder if it is one', () => {
  expect(pushRefusal('parents')).toMatchObject({
    code: 'argument-invalid',
    detail: { field: 'head', reason: 'parents' },
  });
  expect(pushRefusal('parents').detail).not.toHaveProperty('value');
  expect(pushRefusal('size-untrue', 'd/a.txt').detail).toEqual({
    field: 'head',
    reason: 'size-untrue',
    value: 'd/a.txt',
  });
});
