import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../../src-main/core/errors.ts';
import { NoRoomError } from '../../../../src-main/folder/checkout/disk-room.ts';
import { WrongSizeError } from '../../../../src-main/folder/checkout/library-content.ts';
import { failureOf, nameClash } from '../../../../src-main/folder/checkout/step-failure.ts';

const failing = (code: string) => Object.assign(new Error(`${code}: failed, open 'a'`), { code });

describe('what an error means for the path that it is about', () => {
  it.each([
    ['ENOSPC', 'disk-full', 'folderDiskFull'],
    ['EDQUOT', 'disk-full', 'folderDiskFull'],
    ['EACCES', 'not-writable', 'mayNotWrite'],
    ['EROFS', 'not-writable', 'mayNotWrite'],
    ['EILSEQ', 'name', 'diskCannotHoldName'],
    ['ENAMETOOLONG', 'name', 'diskCannotHoldName'],
    ['ENOENT', 'changed', 'somethingElse'],
    ['ELOOP', 'changed', 'somethingElse'],
    ['EIO', 'failed', 'diskCouldNotRead'],
    ['EWHATEVER', 'failed', 'systemSays'],
  ])('of the system: %s', (code, reason, word) => {
    expect(failureOf(failing(code))).toMatchObject({ reason, said: { code: word } });
  });

  it('of the library: its copy is damaged', () => {
    expect(failureOf(new DomainError('object-corrupt', {}))).toMatchObject({
      ...{ reason: 'damaged', said: { code: 'copyUnreadable' } },
    });
  });

  it('of the content: its size, which another version alone can help', () => {
    expect(failureOf(new WrongSizeError(5, 3))).toEqual({
      ...{ reason: 'wrong-size', said: { code: 'wrongSize', values: { told: '5', found: '3' } } },
    });
  });

  it('of the room: this file does not fit, and others may', () => {
    expect(failureOf(new NoRoomError())).toMatchObject({
      reason: 'disk-full',
      said: { code: 'folderNoRoom' },
    });
  });

  it('of a name: the other one is told', () => {
    expect(nameClash('A.txt')).toEqual({
      reason: 'name',
      said: { code: 'sameToDisk', values: { what: 'A.txt' } },
    });
  });
});
