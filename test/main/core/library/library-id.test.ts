import { expect, it } from 'vitest';
import { isLibraryId } from '../../../../src-main/core/library/library-id.ts';

it('the id of a library is a UUID in small letters', () => {
  const id = '0f0e0d0c-0b0a-4009-8008-070605040302';
  expect(isLibraryId(id)).toBe(true);
  for (const other of [id.toUpperCase(), `${id}\n`, id.replaceAll('-', ''), `${id}0`, '', null, 7])
    expect(isLibraryId(other)).toBe(false);
});
