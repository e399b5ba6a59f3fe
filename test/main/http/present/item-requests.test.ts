import { describe, expect, it } from 'vitest';
import { changeFor } from '../../../../src-main/http/present/item-requests.ts';
import { refusalOf } from '../../../support/account-services.ts';

const CHANGES = { mkdir: 'makes a folder', rename: 'renames it' };

describe('what a call is to do', () => {
  it('is the change of that name', () => {
    expect(changeFor('rename', CHANGES)).toBe('renames it');
  });

  it.each(['', 'erase', 'constructor', '__proto__'])(
    'is refused where the call cannot do it: %j',
    async (name) => {
      expect(await refusalOf(() => changeFor(name, CHANGES))).toMatchObject({
        code: 'argument-invalid',
        detail: { field: 'operation', reason: 'unknown' },
      });
    },
  );
});
