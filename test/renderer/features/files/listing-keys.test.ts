import { describe, expect, it } from 'vitest';
import { listingVerb } from '../../../../src-renderer/features/files/listing-keys.ts';

const NONE = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };

describe('keys in a listing of files', () => {
  it.each([
    ['Delete', {}, 'remove'],
    ['F2', {}, 'rename'],
    [' ', {}, 'look'],
    ['Backspace', {}, 'up'],
    ['ArrowUp', { altKey: true }, 'up'],
    ['Enter', { altKey: true }, 'details'],
    ['n', { altKey: true }, 'new-folder'],
    ['a', { ctrlKey: true }, 'all'],
    ['v', { metaKey: true }, 'paste'],
    ['h', { ctrlKey: true }, 'history'],
  ] as const)('%s %o asks for %s', (key, modifiers, verb) => {
    expect(listingVerb({ ...NONE, key, ...modifiers })).toBe(verb);
  });

  it('leave letters to typing a name, and Shift with Delete free', () => {
    expect(listingVerb({ ...NONE, key: 'a' })).toBeNull();
    expect(listingVerb({ ...NONE, key: 'Delete', shiftKey: true })).toBeNull();
  });
});
