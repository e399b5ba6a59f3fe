import { describe, expect, it } from 'vitest';
import { nameError, unwritable } from '../../../../src-main/folder/disk/fit-name.ts';

const reasonOf = (path: string) => nameError(path, path.slice(path.lastIndexOf('/') + 1))?.reason ?? null;

describe('a name that a library and a disk are both to have', () => {
  it.each([
    ['255 bytes', `${'é'.repeat(127)}a`, null],
    ['256 bytes', 'é'.repeat(128), 'name-too-long'],
    ['a backslash', 'a\\b', 'name-invalid'],
    ['256 folders and a file', `${'d/'.repeat(255)}f`, null],
    ['one more', `${'d/'.repeat(256)}f`, 'too-deep'],
  ])('may have what both can hold: %s', (_what, path, reason) => {
    expect(reasonOf(path)).toBe(reason);
  });
});

describe('a name of a library that is written here', () => {
  it.each([
    ['a.txt', null, null],
    ['a\\b', 'nameCharacter', 'nameCharacter'],
    ['con', null, 'nameUnfit'],
    ['a:b', null, 'nameUnfit'],
    ['ends with a dot.', null, 'nameUnfit'],
    // Only old sync clients mind.
    ['a'.repeat(251), null, null],
  ])('%s', (name, onLinux, onWindows) => {
    expect(unwritable(name, name, 'linux')?.code ?? null).toBe(onLinux);
    expect(unwritable(name, name, 'win32')?.code ?? null).toBe(onWindows);
  });
});
