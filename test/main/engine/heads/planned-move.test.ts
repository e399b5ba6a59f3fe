import { expect, it } from 'vitest';
import { recordFields } from '../../../../src-main/engine/heads/planned-move.ts';

it('repeats of a library what its commits say of it, and no more', () => {
  const library = { name: 'Papers', description: 'Of all years', encryption: null, status: 'normal' };
  expect(recordFields(library)).toEqual({
    ...{ libraryName: 'Papers', libraryDescription: 'Of all years', encryption: null },
  });
});
